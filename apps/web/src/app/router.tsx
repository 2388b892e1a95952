import { createBrowserRouter, type RouteObject } from 'react-router'
import { Arrival } from '#web/app/arrival'
import { AuthEntry } from '#web/app/auth-entry'
import { PageError } from '#web/app/page-error'
import { PageLoading } from '#web/app/page-loading'
import { SessionGate } from '#web/app/session-gate'
import { BareShell } from '#web/app/shells/bare-shell'
import { EitherShell } from '#web/app/shells/either-shell'
import { PublicShell } from '#web/app/shells/public-shell'

const notHereYet = () =>
  import('#web/pages/not-here-yet-page').then((page) => ({ Component: page.NotHereYetPage }))

const barePages: RouteObject[] = [
  { index: true, lazy: () => import('#web/pages/home-page').then((page) => ({ Component: page.HomePage })) },
]

const authPages: RouteObject[] = [
  { path: 'auth', Component: AuthEntry },
  {
    path: 'auth/signin',
    lazy: () => import('#web/pages/sign-in-page').then((page) => ({ Component: page.SignInPage })),
  },
  {
    path: 'auth/register',
    lazy: () => import('#web/pages/register-page').then((page) => ({ Component: page.RegisterPage })),
  },
  {
    path: 'auth/code',
    lazy: () => import('#web/pages/code-page').then((page) => ({ Component: page.CodePage })),
  },
  {
    path: 'auth/forgot-password',
    lazy: () =>
      import('#web/pages/forgot-password-page').then((page) => ({ Component: page.ForgotPasswordPage })),
  },
  {
    path: 'auth/reset-password',
    lazy: () =>
      import('#web/pages/reset-password-page').then((page) => ({ Component: page.ResetPasswordPage })),
  },
  {
    path: 'invite/review',
    lazy: () =>
      import('#web/pages/review-invitation-page').then((page) => ({ Component: page.ReviewInvitationPage })),
  },
  // The mail may lead to any page below it, with the same token.
  {
    path: 'invite/*',
    lazy: () =>
      import('#web/pages/user-invitation-page').then((page) => ({ Component: page.UserInvitationPage })),
  },
]

// Seen by visitors and users alike under the public header, until their own pages are there.
const landingPages: RouteObject[] = ['landing', 'landing/*', 'editor/*'].map((path) => ({
  path,
  lazy: notHereYet,
}))

const memberPages: RouteObject[] = [
  {
    path: 'dashboard',
    lazy: () => import('#web/pages/dashboard-page').then((page) => ({ Component: page.DashboardPage })),
  },
  {
    path: 'reviews',
    lazy: () => import('#web/pages/reviews-page').then((page) => ({ Component: page.ReviewsPage })),
  },
  {
    path: 'search',
    lazy: () => import('#web/pages/search-page').then((page) => ({ Component: page.SearchPage })),
  },
  {
    path: 'notifications',
    lazy: () =>
      import('#web/pages/notifications-page').then((page) => ({ Component: page.NotificationsPage })),
  },
  {
    path: 'settings',
    lazy: () => import('#web/pages/settings-page').then((page) => ({ Component: page.SettingsPage })),
  },
  ...['connections', 'messages', 'pricing', 'upgrade-storage', 'transfers', 'transfers/*'].map((path) => ({
    path,
    lazy: notHereYet,
  })),
]

const openPages: RouteObject[] = [
  {
    path: 'reviews/:id',
    lazy: () => import('#web/pages/review-page').then((page) => ({ Component: page.ReviewPage })),
  },
  {
    path: 'help',
    lazy: () => import('#web/pages/help-page').then((page) => ({ Component: page.HelpPage })),
  },
  {
    path: 'terms',
    lazy: () => import('#web/pages/terms-page').then((page) => ({ Component: page.TermsPage })),
  },
  {
    path: 'privacy',
    lazy: () => import('#web/pages/privacy-page').then((page) => ({ Component: page.PrivacyPage })),
  },
  {
    path: '*',
    lazy: () => import('#web/pages/not-found-page').then((page) => ({ Component: page.NotFoundPage })),
  },
]

export const router = createBrowserRouter([
  {
    Component: Arrival,
    ErrorBoundary: PageError,
    HydrateFallback: PageLoading,
    children: [
      { Component: BareShell, children: barePages },
      {
        lazy: () => import('#web/app/shells/auth-shell').then((shell) => ({ Component: shell.AuthShell })),
        children: authPages,
      },
      { Component: PublicShell, children: landingPages },
      { Component: SessionGate, children: memberPages },
      { Component: EitherShell, children: openPages },
    ],
  },
])
