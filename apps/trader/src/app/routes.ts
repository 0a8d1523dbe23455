import { lazy } from 'react';
import type { ComponentType } from 'react';
import { signInPath } from '../shared/session-lost.ts';

/** A screen of the hash router. */
export interface Route {
  readonly path: string;
  readonly screen: ComponentType;
  /** Key of its name in the catalogue, for the document's title. */
  readonly title: TitleKey;
  /** Its name with view=copy. */
  readonly otherTitle?: TitleKey;
  /** Needs a signed-in user; visitors are sent to /login?from={path}. */
  readonly login?: boolean;
  /** Keeps its state and scroll position when it is left, and shows the tab bar. */
  readonly kept?: boolean;
}

export type TitleKey = 'market' | 'trade' | 'orders' | 'ranking' | 'documentary' | 'me' | 'login' | 'register' | 'forgot' | 'password' | 'security' | 'identity' | 'language'
  | 'wallet' | 'charge' | 'withdraw' | 'ledger' | 'bankCards' | 'coinAddresses' | 'bindMethod'
  | 'news' | 'newsDetail' | 'product' | 'invite' | 'email' | 'announcement' | 'system' | 'chat' | 'feedback' | 'alerts';

interface Loaded {
  readonly default: ComponentType;
}

const loadHome = async (): Promise<Loaded> => ({ default: (await import('../features/home/HomeScreen.tsx')).HomeScreen });
const Home = lazy(loadHome);
const loadTrade = async (): Promise<Loaded> => ({ default: (await import('../features/trade/TradeScreen.tsx')).TradeScreen });
const Trade = lazy(loadTrade);
const Orders = lazy(async () => ({ default: (await import('../features/orders/OrdersScreen.tsx')).OrdersScreen }));
const Rank = lazy(async () => ({ default: (await import('../features/rank/RankScreen.tsx')).RankScreen }));
const Me = lazy(async () => ({ default: (await import('../features/user/UserScreen.tsx')).UserScreen }));
const Login = lazy(async () => ({ default: (await import('../features/login/LoginScreen.tsx')).LoginScreen }));
const Register = lazy(async () => ({ default: (await import('../features/register/RegisterScreen.tsx')).RegisterScreen }));
const Forgot = lazy(async () => ({ default: (await import('../features/forgot/ForgotScreen.tsx')).ForgotScreen }));
const Password = lazy(async () => ({ default: (await import('../features/password/PasswordScreen.tsx')).PasswordScreen }));
const Security = lazy(async () => ({ default: (await import('../features/sessions/SecurityScreen.tsx')).SecurityScreen }));
const Identity = lazy(async () => ({ default: (await import('../features/identity/IdentityScreen.tsx')).IdentityScreen }));
const Wallet = lazy(async () => ({ default: (await import('../features/wallet/WalletScreen.tsx')).WalletScreen }));
const Charge = lazy(async () => ({ default: (await import('../features/charge/ChargeScreen.tsx')).ChargeScreen }));
const Withdraw = lazy(async () => ({ default: (await import('../features/withdraw/WithdrawScreen.tsx')).WithdrawScreen }));
const History = lazy(async () => ({ default: (await import('../features/history/HistoryScreen.tsx')).HistoryScreen }));
const BankCards = lazy(async () => ({ default: (await import('../features/methods/MethodsScreen.tsx')).BankCardsScreen }));
const CoinAddresses = lazy(async () => ({ default: (await import('../features/methods/MethodsScreen.tsx')).CoinAddressesScreen }));
const BindMethod = lazy(async () => ({ default: (await import('../features/methods/BindScreen.tsx')).BindScreen }));
const News = lazy(async () => ({ default: (await import('../features/news/NewsScreen.tsx')).NewsScreen }));
const NewsDetail = lazy(async () => ({ default: (await import('../features/news/NewsDetailScreen.tsx')).NewsDetailScreen }));
const Product = lazy(async () => ({ default: (await import('../features/product/ProductScreen.tsx')).ProductScreen }));
const Invite = lazy(async () => ({ default: (await import('../features/invite/InviteScreen.tsx')).InviteScreen }));
const Email = lazy(async () => ({ default: (await import('../features/email/EmailScreen.tsx')).EmailScreen }));
const Announcement = lazy(async () => ({ default: (await import('../features/announcement/AnnouncementScreen.tsx')).AnnouncementScreen }));
const System = lazy(async () => ({ default: (await import('../features/system/SystemScreen.tsx')).SystemScreen }));
const Chat = lazy(async () => ({ default: (await import('../features/chat/ChatScreen.tsx')).ChatScreen }));
const Feedback = lazy(async () => ({ default: (await import('../features/feedback/FeedbackScreen.tsx')).FeedbackScreen }));
const Alerts = lazy(async () => ({ default: (await import('../features/alerts/AlertsScreen.tsx')).AlertsScreen }));
const Language = lazy(async () => ({ default: (await import('../features/language/LanguageScreen.tsx')).LanguageScreen }));

export const ROUTES: readonly Route[] = [
  { path: '/', screen: Home, title: 'market', kept: true },
  { path: '/trade', screen: Trade, title: 'trade', kept: true },
  { path: '/order', screen: Orders, title: 'orders', login: true, kept: true },
  { path: '/rank', screen: Rank, title: 'ranking', otherTitle: 'documentary', kept: true },
  { path: '/user', screen: Me, title: 'me', login: true, kept: true },
  { path: '/login', screen: Login, title: 'login' },
  { path: '/register', screen: Register, title: 'register' },
  { path: '/forgot', screen: Forgot, title: 'forgot' },
  { path: '/mine/auth', screen: Identity, title: 'identity', login: true },
  { path: '/mine/password', screen: Password, title: 'password', login: true },
  { path: '/mine/security', screen: Security, title: 'security', login: true },
  { path: '/mine/wallet', screen: Wallet, title: 'wallet', login: true },
  { path: '/mine/charge', screen: Charge, title: 'charge', login: true },
  { path: '/mine/withdraw', screen: Withdraw, title: 'withdraw', login: true },
  { path: '/mine/history', screen: History, title: 'ledger', login: true },
  { path: '/mine/bank-card-list', screen: BankCards, title: 'bankCards', login: true },
  { path: '/mine/coin-address-list', screen: CoinAddresses, title: 'coinAddresses', login: true },
  { path: '/mine/withdraw-way', screen: BindMethod, title: 'bindMethod', login: true },
  { path: '/news', screen: News, title: 'news', kept: true },
  { path: '/news/detail', screen: NewsDetail, title: 'newsDetail' },
  { path: '/product', screen: Product, title: 'product' },
  { path: '/mine/invite', screen: Invite, title: 'invite', login: true },
  { path: '/mine/email', screen: Email, title: 'email', login: true },
  { path: '/mine/announcement', screen: Announcement, title: 'announcement', login: true },
  { path: '/mine/system', screen: System, title: 'system', login: true },
  { path: '/mine/chat', screen: Chat, title: 'chat', login: true },
  { path: '/feedback', screen: Feedback, title: 'feedback' },
  { path: '/alerts', screen: Alerts, title: 'alerts', login: true },
  { path: '/language', screen: Language, title: 'language' },
];

/** Begins to load the program of the first screen while the texts are still on their way. */
export function preload(path: string): void {
  if (path === '' || path === '/') void loadHome();
  if (path === '/trade') void loadTrade();
}

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
