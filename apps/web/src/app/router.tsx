import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { Arrival } from '#web/app/arrival'
import { AuthEntry } from '#web/app/auth-entry'
import { late } from '#web/app/late-page'
import { PageError } from '#web/app/page-error'
import { SessionGate } from '#web/app/session-gate'
import { BareShell } from '#web/app/shells/bare-shell'
import { EitherShell } from '#web/app/shells/either-shell'
import { PublicShell } from '#web/app/shells/public-shell'
import { dropFirstDesign, dropFirstPage } from '#web/lib/first-view'
import { withLayers } from '#web/lib/layers'

const notFound = late(() => import('#web/pages/not-found-page').then((page) => page.NotFoundPage))

const barePages: RouteObject[] = [
  {
    path: 'landing/transfers',
    ...late(() => import('#web/pages/sample-transfers-page').then((page) => page.SampleTransfersPage)),
  },
  {
    path: 'editor/:id',
    ...late(() => import('#web/app/shells/editor-shell').then((shell) => shell.EditorShell)),
    children: [
      { index: true, ...late(() => import('#web/pages/editor-page').then((page) => page.EditorPage)) },
    ],
  },
  {
    path: 'editor/:id/print',
    ...late(() => import('#web/pages/print-page').then((page) => page.PrintPage)),
  },
]

const authPages: RouteObject[] = [
  { path: 'auth', Component: AuthEntry },
  {
    path: 'auth/signin',
    ...late(() => import('#web/pages/sign-in-page').then((page) => page.SignInPage)),
  },
  {
    path: 'auth/register',
    ...late(() => import('#web/pages/register-page').then((page) => page.RegisterPage)),
  },
  {
    path: 'auth/code',
    ...late(() => import('#web/pages/code-page').then((page) => page.CodePage)),
  },
  {
    path: 'auth/forgot-password',
    ...late(() => import('#web/pages/forgot-password-page').then((page) => page.ForgotPasswordPage)),
  },
  {
    path: 'auth/reset-password',
    ...late(() => import('#web/pages/reset-password-page').then((page) => page.ResetPasswordPage)),
  },
  {
    path: 'auth/take-back',
    ...late(() => import('#web/pages/take-back-page').then((page) => page.TakeBackPage)),
  },
  {
    path: 'invite/review',
    ...late(() => import('#web/pages/review-invitation-page').then((page) => page.ReviewInvitationPage)),
  },
  {
    path: 'invite/workspace',
    ...late(() =>
      import('#web/pages/workspace-invitation-page').then((page) => page.WorkspaceInvitationPage),
    ),
  },
  // The email may link to any page below it, with the same token.
  {
    path: 'invite/*',
    ...late(() => import('#web/pages/user-invitation-page').then((page) => page.UserInvitationPage)),
  },
  { path: 'auth/*', ...notFound },
]

const home = late(() => import('#web/pages/home-page').then((page) => page.HomePage))

/** Visitors and users see these under the public header. */
const landingPages: RouteObject[] = [
  { index: true, ...home },
  { path: 'landing', ...home },
  {
    path: 'landing/review',
    ...late(() => import('#web/pages/landing-review-page').then((page) => page.LandingReviewPage)),
  },
  {
    path: 'landing/connection',
    ...late(() => import('#web/pages/landing-connection-page').then((page) => page.LandingConnectionPage)),
  },
  {
    path: 'landing/reviews',
    ...late(() => import('#web/pages/customer-reviews-page').then((page) => page.CustomerReviewsPage)),
  },
  // These paths never get the signed-in shell.
  ...['landing/*', 'editor/*'].map((path) => ({ path, ...notFound })),
]

const memberPages: RouteObject[] = [
  {
    path: 'dashboard',
    ...late(() => import('#web/pages/dashboard-page').then((page) => page.DashboardPage)),
  },
  {
    path: 'reviews',
    ...late(() => import('#web/pages/reviews-page').then((page) => page.ReviewsPage)),
  },
  {
    path: 'reviews/deleted',
    ...late(() => import('#web/pages/deleted-reviews-page').then((page) => page.DeletedReviewsPage)),
  },
  {
    path: 'search',
    ...late(() => import('#web/pages/search-page').then((page) => page.SearchPage)),
  },
  {
    path: 'notifications',
    ...late(() => import('#web/pages/notifications-page').then((page) => page.NotificationsPage)),
  },
  {
    path: 'connections',
    ...late(() => import('#web/pages/connections-page').then((page) => page.ConnectionsPage)),
  },
  {
    path: 'settings',
    ...late(() => import('#web/pages/settings-page').then((page) => page.SettingsPage)),
  },
  {
    path: 'upgrade-storage',
    ...late(() => import('#web/pages/upgrade-storage-page').then((page) => page.UpgradeStoragePage)),
  },
  {
    path: 'transfers',
    ...late(() => import('#web/pages/transfers-page').then((page) => page.TransfersPage)),
  },
  {
    path: 'transfers/deleted',
    ...late(() => import('#web/pages/deleted-transfers-page').then((page) => page.DeletedTransfersPage)),
  },
  {
    path: 'transfers/sent/:id',
    ...late(() => import('#web/pages/sent-delivery-page').then((page) => page.SentDeliveryPage)),
  },
  {
    path: 'workspaces',
    ...late(() => import('#web/pages/workspaces-page').then((page) => page.WorkspacesPage)),
  },
  {
    path: 'workspace',
    ...late(() => import('#web/pages/workspace-page').then((page) => page.WorkspacePage)),
  },
  {
    path: 'workspace/tasks',
    ...late(() => import('#web/pages/workspace-tasks-page').then((page) => page.WorkspaceTasksPage)),
  },
  {
    path: 'workspace/activities',
    ...late(() =>
      import('#web/pages/workspace-activities-page').then((page) => page.WorkspaceActivitiesPage),
    ),
  },
  {
    path: 'workspace/notes',
    ...late(() => import('#web/pages/workspace-notes-page').then((page) => page.WorkspaceNotesPage)),
  },
  {
    path: 'tasks',
    ...late(() => import('#web/pages/own-tasks-page').then((page) => page.OwnTasksPage)),
  },
  {
    path: 'messages/:id?',
    ...late(() => import('#web/pages/messages-page').then((page) => page.MessagesPage)),
  },
]

const openPages: RouteObject[] = [
  {
    path: 'connections/:name',
    ...late(() => import('#web/pages/person-page').then((page) => page.PersonPage)),
  },
  {
    path: 'reviews/device/:id',
    ...late(() => import('#web/pages/device-review-page').then((page) => page.DeviceReviewPage)),
  },
  {
    path: 'reviews/:id',
    ...late(() => import('#web/pages/review-page').then((page) => page.ReviewPage)),
  },
  {
    path: 'transfers/:id',
    ...late(() => import('#web/pages/delivery-page').then((page) => page.DeliveryPage)),
  },
  {
    path: 'help',
    ...late(() => import('#web/pages/help-page').then((page) => page.HelpPage)),
  },
  {
    path: 'help/:topic',
    ...late(() => import('#web/pages/help-topic-page').then((page) => page.HelpTopicPage)),
  },
  {
    path: 'pricing',
    ...late(() => import('#web/pages/pricing-page').then((page) => page.PricingPage)),
  },
  {
    path: 'terms',
    ...late(() => import('#web/pages/terms-page').then((page) => page.TermsPage)),
  },
  {
    path: 'privacy',
    ...late(() => import('#web/pages/privacy-page').then((page) => page.PrivacyPage)),
  },
  { path: '*', ...notFound },
]

const routes: RouteObject[] = [
  {
    Component: Arrival,
    ErrorBoundary: PageError,
    children: [
      { Component: BareShell, children: barePages },
      {
        ...late(() => import('#web/app/shells/auth-shell').then((shell) => shell.AuthShell)),
        children: authPages,
      },
      { Component: PublicShell, children: landingPages },
      { Component: SessionGate, children: memberPages },
      { Component: EitherShell, children: openPages },
    ],
  },
]

// The first page and its shell load in parallel.
for (const { route } of matchRoutes(routes, location) ?? []) {
  const handle = route.handle as ReturnType<typeof late>['handle'] | undefined
  handle?.preload()
}

export const router = withLayers(() => createBrowserRouter(routes))

const { pathname: firstPath } = router.state.location
const unsubscribe = router.subscribe(({ location: { pathname } }) => {
  if (pathname === firstPath) return
  unsubscribe()
  // The user may have left the replacing page before it loaded.
  dropFirstDesign()
  dropFirstPage()
})
