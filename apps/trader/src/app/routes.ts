import { signInPath } from '../shared/session-lost.ts';
import { page } from './page.ts';
import type { Page } from './page.ts';

/** A screen of the hash router. */
export interface Route {
  readonly path: string;
  readonly page: Page;
  /** Key of its name in the catalogue, for the document's title. */
  readonly title: TitleKey;
  /** Its name with view=copy. */
  readonly otherTitle?: TitleKey;
  /** Needs a signed-in user; visitors are sent to /login?from={path}. */
  readonly login?: boolean;
  /** Keeps its state and scroll position when it is left, and shows the tab bar on a phone. */
  readonly kept?: boolean;
}

export type TitleKey =
  | 'market'
  | 'trade'
  | 'orders'
  | 'ranking'
  | 'documentary'
  | 'me'
  | 'login'
  | 'register'
  | 'forgot'
  | 'password'
  | 'security'
  | 'identity'
  | 'language'
  | 'wallet'
  | 'charge'
  | 'withdraw'
  | 'ledger'
  | 'statement'
  | 'bankCards'
  | 'coinAddresses'
  | 'bindMethod'
  | 'news'
  | 'newsDetail'
  | 'product'
  | 'invite'
  | 'email'
  | 'announcement'
  | 'system'
  | 'chat'
  | 'feedback'
  | 'alerts';

const Home = page(async () => (await import('../features/home/HomeScreen.tsx')).HomeScreen);
const Trade = page(async () => (await import('../features/trade/TradeScreen.tsx')).TradeScreen);
const Orders = page(async () => (await import('../features/orders/OrdersScreen.tsx')).OrdersScreen);
const Rank = page(async () => (await import('../features/rank/RankScreen.tsx')).RankScreen);
const Me = page(async () => (await import('../features/user/UserScreen.tsx')).UserScreen);
const Login = page(async () => (await import('../features/login/LoginScreen.tsx')).LoginScreen);
const Register = page(async () => (await import('../features/register/RegisterScreen.tsx')).RegisterScreen);
const Forgot = page(async () => (await import('../features/forgot/ForgotScreen.tsx')).ForgotScreen);
const Password = page(async () => (await import('../features/password/PasswordScreen.tsx')).PasswordScreen);
const Security = page(async () => (await import('../features/sessions/SecurityScreen.tsx')).SecurityScreen);
const Identity = page(async () => (await import('../features/identity/IdentityScreen.tsx')).IdentityScreen);
const Wallet = page(async () => (await import('../features/wallet/WalletScreen.tsx')).WalletScreen);
const Charge = page(async () => (await import('../features/charge/ChargeScreen.tsx')).ChargeScreen);
const Withdraw = page(async () => (await import('../features/withdraw/WithdrawScreen.tsx')).WithdrawScreen);
const History = page(async () => (await import('../features/history/HistoryScreen.tsx')).HistoryScreen);
const Statement = page(async () => (await import('../features/statement/StatementScreen.tsx')).StatementScreen);
const PrintedStatement = page(async () => (await import('../features/statement/PrintScreen.tsx')).PrintScreen);
const BankCards = page(async () => (await import('../features/methods/MethodsScreen.tsx')).BankCardsScreen);
const CoinAddresses = page(async () => (await import('../features/methods/MethodsScreen.tsx')).CoinAddressesScreen);
const BindMethod = page(async () => (await import('../features/methods/BindScreen.tsx')).BindScreen);
const News = page(async () => (await import('../features/news/NewsScreen.tsx')).NewsScreen);
const NewsDetail = page(async () => (await import('../features/news/NewsDetailScreen.tsx')).NewsDetailScreen);
const Product = page(async () => (await import('../features/product/ProductScreen.tsx')).ProductScreen);
const Invite = page(async () => (await import('../features/invite/InviteScreen.tsx')).InviteScreen);
const Email = page(async () => (await import('../features/email/EmailScreen.tsx')).EmailScreen);
const Announcement = page(
  async () => (await import('../features/announcement/AnnouncementScreen.tsx')).AnnouncementScreen,
);
const System = page(async () => (await import('../features/system/SystemScreen.tsx')).SystemScreen);
const Chat = page(async () => (await import('../features/chat/ChatScreen.tsx')).ChatScreen);
const Feedback = page(async () => (await import('../features/feedback/FeedbackScreen.tsx')).FeedbackScreen);
const Alerts = page(async () => (await import('../features/alerts/AlertsScreen.tsx')).AlertsScreen);
const Language = page(async () => (await import('../features/language/LanguageScreen.tsx')).LanguageScreen);

export const ROUTES: readonly Route[] = [
  { path: '/', page: Home, title: 'market', kept: true },
  { path: '/trade', page: Trade, title: 'trade', kept: true },
  { path: '/order', page: Orders, title: 'orders', login: true, kept: true },
  { path: '/rank', page: Rank, title: 'ranking', otherTitle: 'documentary', kept: true },
  { path: '/user', page: Me, title: 'me', login: true, kept: true },
  { path: '/login', page: Login, title: 'login' },
  { path: '/register', page: Register, title: 'register' },
  { path: '/forgot', page: Forgot, title: 'forgot' },
  { path: '/mine/auth', page: Identity, title: 'identity', login: true },
  { path: '/mine/password', page: Password, title: 'password', login: true },
  { path: '/mine/security', page: Security, title: 'security', login: true },
  { path: '/mine/wallet', page: Wallet, title: 'wallet', login: true },
  { path: '/mine/charge', page: Charge, title: 'charge', login: true },
  { path: '/mine/withdraw', page: Withdraw, title: 'withdraw', login: true },
  { path: '/mine/history', page: History, title: 'ledger', login: true },
  { path: '/mine/statement', page: Statement, title: 'statement', login: true },
  { path: '/mine/statement/print', page: PrintedStatement, title: 'statement', login: true },
  { path: '/mine/bank-card-list', page: BankCards, title: 'bankCards', login: true },
  { path: '/mine/coin-address-list', page: CoinAddresses, title: 'coinAddresses', login: true },
  { path: '/mine/withdraw-way', page: BindMethod, title: 'bindMethod', login: true },
  { path: '/news', page: News, title: 'news', kept: true },
  { path: '/news/detail', page: NewsDetail, title: 'newsDetail' },
  { path: '/product', page: Product, title: 'product' },
  { path: '/mine/invite', page: Invite, title: 'invite', login: true },
  { path: '/mine/email', page: Email, title: 'email', login: true },
  { path: '/mine/announcement', page: Announcement, title: 'announcement', login: true },
  { path: '/mine/system', page: System, title: 'system', login: true },
  { path: '/mine/chat', page: Chat, title: 'chat', login: true },
  { path: '/feedback', page: Feedback, title: 'feedback' },
  { path: '/alerts', page: Alerts, title: 'alerts', login: true },
  { path: '/language', page: Language, title: 'language' },
];

const MOVED: Readonly<Record<string, string>> = { '/mine': '/user' };

/** Where a visitor ends up who asks for a path: at a screen, or on the way to another path. */
export type Destination = { readonly route: Route } | { readonly redirect: string };

/** The rules of navigation: moved paths, unknown paths to /, and the guard, which looks at the login flag alone. */
export function destinationOf(path: string, search: string, signedIn: boolean): Destination {
  const moved = MOVED[path];
  if (moved !== undefined) return { redirect: moved };
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (route === undefined) return { redirect: '/' };
  if (route.login === true && !signedIn) return { redirect: signInPath(path + search) };
  return { route };
}

/** Loads the program of the first screen while the texts are still on their way. What fails is asked for again when it is shown. */
export async function preload(path: string, search: string, signedIn: boolean): Promise<void> {
  const destination = destinationOf(path, search, signedIn);
  if ('redirect' in destination) return preload(destination.redirect.split('?')[0] ?? '/', '', signedIn);
  await destination.route.page.load().catch(() => undefined);
}
