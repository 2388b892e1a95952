export type FrontPage = {
  title: string
  description: string
  /** Where the same page has its home, for search engines. */
  canonical?: string
  /** How the page begins, before any script runs. */
  opening?: FrontOpening
}

export type FrontOpening = {
  promise: string
  lead: string
  actions: readonly string[]
  picture: FrontPicture
}

/** A screenshot of the demo studio, by its file's name. */
export type FrontPicture = { name: 'room' | 'people'; alt: string }

const room = {
  name: 'room',
  alt: 'A review: the design with three numbered pins, and beside it the comments that belong to them',
} as const

const people = {
  name: 'people',
  alt: 'Cards of designers, each with a picture of their work, what they do and their skills',
} as const

const tryIt = 'Try it with your own file, no account'

const home = {
  title: 'Wingmark: feedback pinned to the exact spot',
  description:
    'Upload your designs, send one link, and clients comment right on the design, no account needed.',
  canonical: '/',
  opening: {
    promise: 'Feedback, pinned to the exact spot',
    lead: 'Upload your designs, send one link, and clients comment right on the design, no account needed.',
    actions: ['Get Reviews', 'Get Connections', tryIt],
    picture: room,
  },
} as const satisfies FrontPage

/** Pages that need no sign-in: their titles, and how search engines and chats describe them. */
export const frontPages = {
  '/': home,
  '/landing': home,
  '/landing/review': {
    title: 'Get Reviews · Wingmark',
    description:
      'Publish images and PDFs, send one link, and get live comments pinned to the exact spot. No account needed.',
    opening: {
      promise: 'One link. Feedback exactly where it belongs',
      lead: 'Publish images and PDFs as a review. People click the design and write. No account, no screenshots by email, no guessing.',
      actions: ['Get Reviews', tryIt],
      picture: room,
    },
  },
  '/landing/connection': {
    title: 'Get Connections · Wingmark',
    description: 'Build a Connection Profile that shows who you are and what you do, and become a Pilot.',
    opening: {
      promise: 'Get known for your work',
      lead: 'A Connection Profile shows who you are, what you do and what you’re good at. It’s free and makes you a Pilot.',
      actions: ['Get Connections'],
      picture: people,
    },
  },
  '/landing/reviews': {
    title: 'Customer reviews · Wingmark',
    description: 'What people say about working with Wingmark, newest first.',
  },
  '/landing/transfers': {
    title: 'Transfer Files · Wingmark',
    description: 'Send files of any type with one link. Try the folders here. Nothing is uploaded.',
  },
  '/pricing': {
    title: 'Unlock Commander · Wingmark',
    description: 'Compare plans: storage, messages and connections.',
  },
  '/help': {
    title: 'Help Center · Wingmark',
    description: 'How to publish, share and comment, and all keyboard shortcuts.',
  },
  '/terms': {
    title: 'Terms & Conditions · Wingmark',
    description: 'What you can expect, and what is expected of you.',
  },
  '/privacy': {
    title: 'Privacy Policy · Wingmark',
    description: 'What is stored, who sees it, what leaves the server, and how to delete it.',
  },
} as const satisfies Record<string, FrontPage>
