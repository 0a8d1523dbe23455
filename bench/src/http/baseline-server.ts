import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';

/** Baseline of the HTTP benchmark: a Fastify route that parses and echoes a body, and a folder of static files. */
const app = fastify({ logger: false });
app.post('/echo', (request) => request.body);
await app.register(fastifyStatic, { root: process.env['FOLDER'] ?? process.cwd(), prefix: '/static/' });
app.get('/ready', () => ({ ready: true }));
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close());
