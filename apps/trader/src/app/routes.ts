import { signInPath } from '../shared/session/session-lost.ts';
import { page } from './page.ts';
import type { Page } from './page.ts';

/** A screen of the hash router. */
export interface Route {
  readonly path: string;
  readonly page: Page;
  /** Key of its title in the catalogue; becomes the document's title. */
  readonly title: TitleKey;
  /** Title with `view=copy`. */
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
  | 'leader'
  | 'copy'
  | 'me'
  | 'login'
  | 'register'
  | 'forgot'
  | 'lostAuthenticator'
  | 'confirmEmail'
  | 'freeze'
  | 'stopStatements'
  | 'unsubscribe'
  | 'password'
  | 'security'
  | 'identity'
  | 'language'
  | 'wallet'
  | 'charge'
  | 'withdraw'
  | 'ledger'
  | 'statement'
  | 'journal'
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

const Market = page(async () => (await import('../screens/market/MarketScreen.tsx')).MarketScreen);
const Trade = page(async () => (await import('../screens/trade/TradeScreen.tsx')).TradeScreen);
const Orders = page(async () => (await import('../screens/orders/OrdersScreen.tsx')).OrdersScreen);
const Ranking = page(async () => (await import('../screens/ranking/RankingScreen.tsx')).RankingScreen);
const Leader = page(async () => (await import('../screens/leader/LeaderScreen.tsx')).LeaderScreen);
const Copy = page(async () => (await import('../screens/copy/CopyScreen.tsx')).CopyScreen);
const Me = page(async () => (await import('../screens/user/UserScreen.tsx')).UserScreen);
const Login = page(async () => (await import('../screens/login/LoginScreen.tsx')).LoginScreen);
const Register = page(async () => (await import('../screens/register/RegisterScreen.tsx')).RegisterScreen);
const Forgot = page(async () => (await import('../screens/forgot/ForgotScreen.tsx')).ForgotScreen);
const LostAuthenticator = page(
  async () => (await import('../screens/lost-authenticator/LostAuthenticatorScreen.tsx')).LostAuthenticatorScreen,
);
const Password = page(async () => (await import('../screens/password/PasswordScreen.tsx')).PasswordScreen);
const Security = page(async () => (await import('../screens/security/SecurityScreen.tsx')).SecurityScreen);
const Identity = page(async () => (await import('../screens/identity/IdentityScreen.tsx')).IdentityScreen);
const Wallet = page(async () => (await import('../screens/wallet/WalletScreen.tsx')).WalletScreen);
const Deposit = page(async () => (await import('../screens/deposit/DepositScreen.tsx')).DepositScreen);
const Withdrawal = page(async () => (await import('../screens/withdrawal/WithdrawalScreen.tsx')).WithdrawalScreen);
const Ledger = page(async () => (await import('../screens/ledger/LedgerScreen.tsx')).LedgerScreen);
const Statement = page(async () => (await import('../screens/statement/StatementScreen.tsx')).StatementScreen);
const PrintedStatement = page(async () => (await import('../screens/statement/PrintScreen.tsx')).PrintScreen);
const Journal = page(async () => (await import('../screens/journal/JournalScreen.tsx')).JournalScreen);
const BankCards = page(async () => (await import('../screens/methods/MethodsScreen.tsx')).BankCardsScreen);
const CoinAddresses = page(async () => (await import('../screens/methods/MethodsScreen.tsx')).CoinAddressesScreen);
const BindMethod = page(async () => (await import('../screens/methods/BindScreen.tsx')).BindScreen);
const News = page(async () => (await import('../screens/news/NewsScreen.tsx')).NewsScreen);
const NewsDetail = page(async () => (await import('../screens/news/NewsDetailScreen.tsx')).NewsDetailScreen);
const Companies = page(async () => (await import('../screens/companies/CompaniesScreen.tsx')).CompaniesScreen);
const Invite = page(async () => (await import('../screens/invite/InviteScreen.tsx')).InviteScreen);
const Email = page(async () => (await import('../screens/email/EmailScreen.tsx')).EmailScreen);
const Announcement = page(
  async () => (await import('../screens/announcement/AnnouncementScreen.tsx')).AnnouncementScreen,
);
const System = page(async () => (await import('../screens/system/SystemScreen.tsx')).SystemScreen);
const Chat = page(async () => (await import('../screens/chat/ChatScreen.tsx')).ChatScreen);
const Feedback = page(async () => (await import('../screens/feedback/FeedbackScreen.tsx')).FeedbackScreen);
const Alerts = page(async () => (await import('../screens/alerts/AlertsScreen.tsx')).AlertsScreen);
const fromMail = () => import('../screens/from-mail.ts');
const ConfirmEmail = page(async () => (await fromMail()).ConfirmEmailScreen);
const Freeze = page(async () => (await fromMail()).FreezeScreen);
const StopMail = page(async () => (await fromMail()).StopMailScreen);
const Language = page(async () => (await import('../screens/language/LanguageScreen.tsx')).LanguageScreen);

export const ROUTES: readonly Route[] = [
  { path: '/', page: Market, title: 'market', kept: true },
  { path: '/trade', page: Trade, title: 'trade', kept: true },
  { path: '/order', page: Orders, title: 'orders', login: true, kept: true },
  { path: '/rank', page: Ranking, title: 'ranking', otherTitle: 'documentary', kept: true },
  { path: '/trader', page: Leader, title: 'leader' },
  { path: '/copy', page: Copy, title: 'copy', login: true },
  { path: '/user', page: Me, title: 'me', login: true, kept: true },
  { path: '/login', page: Login, title: 'login' },
  { path: '/register', page: Register, title: 'register' },
  { path: '/forgot', page: Forgot, title: 'forgot' },
  { path: '/lost-authenticator', page: LostAuthenticator, title: 'lostAuthenticator' },
  { path: '/mine/auth', page: Identity, title: 'identity', login: true },
  { path: '/mine/password', page: Password, title: 'password', login: true },
  { path: '/mine/security', page: Security, title: 'security', login: true },
  { path: '/mine/wallet', page: Wallet, title: 'wallet', login: true },
  { path: '/mine/charge', page: Deposit, title: 'charge', login: true },
  { path: '/mine/withdraw', page: Withdrawal, title: 'withdraw', login: true },
  { path: '/mine/history', page: Ledger, title: 'ledger', login: true },
  { path: '/mine/statement', page: Statement, title: 'statement', login: true },
  { path: '/mine/statement/print', page: PrintedStatement, title: 'statement', login: true },
  { path: '/mine/journal', page: Journal, title: 'journal', login: true },
  { path: '/mine/bank-card-list', page: BankCards, title: 'bankCards', login: true },
  { path: '/mine/coin-address-list', page: CoinAddresses, title: 'coinAddresses', login: true },
  { path: '/mine/withdraw-way', page: BindMethod, title: 'bindMethod', login: true },
  { path: '/news', page: News, title: 'news', kept: true },
  { path: '/news/detail', page: NewsDetail, title: 'newsDetail' },
  { path: '/product', page: Companies, title: 'product' },
  { path: '/mine/invite', page: Invite, title: 'invite', login: true },
  { path: '/mine/email', page: Email, title: 'email', login: true },
  { path: '/mine/announcement', page: Announcement, title: 'announcement', login: true },
  { path: '/mine/system', page: System, title: 'system', login: true },
  { path: '/mine/chat', page: Chat, title: 'chat', login: true },
  { path: '/feedback', page: Feedback, title: 'feedback' },
  { path: '/alerts', page: Alerts, title: 'alerts', login: true },
  { path: '/language', page: Language, title: 'language' },
  { path: '/confirm-email', page: ConfirmEmail, title: 'confirmEmail' },
  { path: '/freeze', page: Freeze, title: 'freeze' },
  { path: '/stop-statements', page: StopMail, title: 'stopStatements' },
  { path: '/unsubscribe', page: StopMail, title: 'unsubscribe' },
];

const MOVED: Readonly<Record<string, string>> = { '/mine': '/user' };

/** Result of resolving a path: a screen or a redirect. */
export type Destination = { readonly route: Route } | { readonly redirect: string };

/** Resolves a path: moved paths redirect, unknown paths lead to `/`, and routes with `login` need a session. */
export function destinationOf(path: string, search: string, signedIn: boolean): Destination {
  const moved = MOVED[path];
  if (moved !== undefined) return { redirect: moved };
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (route === undefined) return { redirect: '/' };
  if (route.login === true && !signedIn) return { redirect: signInPath(path + search) };
  return { route };
}

/** Preloads the first screen while the texts are loading. A failed load is retried when the screen renders. */
export async function preload(path: string, search: string, signedIn: boolean): Promise<void> {
  const destination = destinationOf(path, search, signedIn);
  if ('redirect' in destination) return preload(destination.redirect.split('?')[0] ?? '/', '', signedIn);
  await destination.route.page.load().catch(() => undefined);
}
