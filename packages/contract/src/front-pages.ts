export type FrontPage = {
  title: string
  description: string
  /** Where the same page is at home, for search engines. */
  canonical?: string
}

const home: FrontPage = {
  title: 'Wingmark: feedback pinned to the exact spot',
  description:
    'Upload your designs, send one link, and your clients leave comments right where they mean them, without an account.',
  canonical: '/',
}

/** What a visitor finds without signing in: the titles, and what search engines and chats say of them. */
export const frontPages = {
  '/': home,
  '/landing': home,
  '/landing/review': {
    title: 'Get Reviews · Wingmark',
    description:
      'Publish images and PDFs, send one link, and get comments pinned to the exact place, live, from people who need no account.',
  },
  '/landing/connection': {
    title: 'Get Connections · Wingmark',
    description: 'Build a Connection Profile that says who you are and what you do, and become a Pilot.',
  },
  '/landing/reviews': {
    title: 'Customer reviews · Wingmark',
    description: 'What people who work with Wingmark write about it: all of it, newest first.',
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
