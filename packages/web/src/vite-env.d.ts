/// <reference types="vite/client" />

/** The product's version, injected by the build. */
declare const __VERSION__: string;
