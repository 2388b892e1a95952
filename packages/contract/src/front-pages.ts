export type FrontPage = {
  title: string
  description: string
  /** Where the same page is at home, for search engines. */
  canonical?: string
  /** What the page begins with, which is there before any script. */
  opening?: FrontOpening
}

export type FrontOpening = { promise: string; lead: string; actions: readonly string[] }

const tryIt = 'Try it with your own file, no account'

const home = {
  title: 'Wingmark: feedback pinned to the exact spot',
  description:
    'Upload your designs, send one link, and your clients leave comments right where they mean them, without an account.',
  canonical: '/',
  opening: {
    promise: 'Feedback, pinned to the exact spot',
    lead: 'Upload your designs, send one link, and your clients leave comments right where they mean them, without an account.',
    actions: ['Get Reviews', 'Get Connections', tryIt],
  },
} as const satisfies FrontPage

/** What a visitor finds without signing in: the titles, and what search engines and chats say of them. */
export const frontPages = {
  '/': home,
  '/landing': home,
  '/landing/review': {
    title: 'Get Reviews · Wingmark',
    description:
      'Publish images and PDFs, send one link, and get comments pinned to the exact place, live, from people who need no account.',
    opening: {
      promise: 'One link, and clients say where they mean it',
      lead: 'Publish images and PDFs as a review. People click the design and write; no account, no screenshots by mail, no guessing.',
      actions: ['Get Reviews', tryIt],
    },
  },
  '/landing/connection': {
    title: 'Get Connections · Wingmark',
    description: 'Build a Connection Profile that says who you are and what you do, and become a Pilot.',
    opening: {
      promise: 'Be known by the work you do',
      lead: 'A Connection Profile says who you are, what you do and what you are good at. It costs nothing, and makes you a Pilot.',
      actions: ['Get Connections'],
    },
  },
  '/landing/reviews': {
    title: 'Customer reviews · Wingmark',
    description: 'What people who work with Wingmark write about it: all of it, newest first.',
  },
  '/landing/transfers': {
    title: 'Transfer Files · Wingmark',
    description: 'Send files of any kind by one link. Try the folders here: nothing is uploaded.',
  },
  '/pricing': {
    title: 'Unlock Commander · Wingmark',
    description: 'What each plan gives: storage, messages, connections.',
  },
  '/help': {
    title: 'Help Center · Wingmark',
    description: 'How to publish, share and comment, and what the keys of a review are.',
  },
  '/terms': {
    title: 'Terms & Conditions · Wingmark',
    description: 'What you may expect, and what is expected of you.',
  },
  '/privacy': {
    title: 'Privacy Policy · Wingmark',
    description: 'What is stored, who sees it, what leaves the server, and how to delete it.',
  },
} as const satisfies Record<string, FrontPage>
