/** Every URL of the web app. */
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
  /** A device-only review. */
  deviceReview: (id: string) => `/reviews/device/${id}`,
  editor: (id: string) => `/editor/${id}`,
  print: (id: string) => `/editor/${id}/print`,
  connections: '/connections',
  /** By username or id. */
  person: (name: string) => `/connections/${name}`,
  messages: '/messages',
  conversation: (id: string) => `/messages/${id}`,
  /** The conversation with a person, even before it exists. */
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
  /** The sender's view. */
  sentDelivery: (id: string) => `/transfers/sent/${id}`,
  /** The receiver's view. */
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

/** Opens a review at a comment; emails use the same link. */
export function commentPath(reviewId: string, commentId: string): string {
  return `${paths.review(reviewId)}?comment=${commentId}`
}

/** Opens a review's people; emails use the same link. */
export function peoplePath(reviewId: string): string {
  return `${paths.review(reviewId)}?people`
}

/** Opens a review at a file. */
export function filePath(reviewId: string, fileId: string): string {
  return `${paths.review(reviewId)}?file=${fileId}`
}
