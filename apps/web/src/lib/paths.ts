/** Every URL of the web app, once. */
export const paths = {
  home: '/',
  signIn: '/auth/signin',
  register: '/auth/register',
  code: '/auth/code',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  dashboard: '/dashboard',
  reviews: '/reviews',
  /** The trash of reviews and of their files. */
  deletedReviews: '/reviews/deleted',
  review: (id: string) => `/reviews/${id}`,
  /** One that only this device has. */
  deviceReview: (id: string) => `/reviews/device/${id}`,
  editor: (id: string) => `/editor/${id}`,
  print: (id: string) => `/editor/${id}/print`,
  connections: '/connections',
  /** By username, or by id. */
  person: (name: string) => `/connections/${name}`,
  messages: '/messages',
  conversation: (id: string) => `/messages/${id}`,
  /** The conversation with somebody, before there is one too. */
  messagesWith: (userId: string) => `/messages?with=${userId}`,
  notifications: '/notifications',
  settings: '/settings',
  search: '/search',
  landing: '/landing',
  landingReview: '/landing/review',
  landingConnection: '/landing/connection',
  customerReviews: '/landing/reviews',
  pricing: '/pricing',
  upgradeStorage: '/upgrade-storage',
  help: '/help',
  helpTopic: (topic: string) => `/help/${topic}`,
  terms: '/terms',
  privacy: '/privacy',
  transfers: '/transfers',
  deletedTransfers: '/transfers/deleted',
  sentTransfers: '/transfers?tab=sent',
  receivedTransfers: '/transfers?tab=received',
  /** As its sender sees it. */
  sentDelivery: (id: string) => `/transfers/sent/${id}`,
  /** As its receiver sees it. */
  delivery: (id: string, shareCode: string) => `/transfers/${id}?share=${shareCode}`,
  landingTransfers: '/landing/transfers',
  workspaces: '/workspaces',
  workspace: (id: string) => `/workspace?workspaceId=${id}`,
  reviewInvitation: (id: string) => `/invite/review?reviewId=${id}`,
  workspaceInvitation: (id: string) => `/invite/workspace?workspaceId=${id}`,
  workspaceTasks: (id: string) => `/workspace/tasks?workspaceId=${id}`,
  workspaceActivities: (id: string) => `/workspace/activities?workspaceId=${id}`,
  workspaceNotes: (id: string) => `/workspace/notes?workspaceId=${id}`,
  tasks: '/tasks',
} as const

/** A task on its board. */
export function taskPath(workspaceId: string, taskId: string): string {
  return `${paths.workspaceTasks(workspaceId)}&task=${taskId}`
}

export function subtasksPath(workspaceId: string, taskId: string): string {
  return `${paths.workspaceTasks(workspaceId)}&parent=${taskId}`
}

/** Link that opens a review at one comment; the same that mails carry. */
export function commentPath(reviewId: string, commentId: string): string {
  return `${paths.review(reviewId)}?comment=${commentId}`
}

/** Link that opens a review with its people; the same that mails carry. */
export function peoplePath(reviewId: string): string {
  return `${paths.review(reviewId)}?people`
}

/** Link that opens a review at one file. */
export function filePath(reviewId: string, fileId: string): string {
  return `${paths.review(reviewId)}?file=${fileId}`
}
