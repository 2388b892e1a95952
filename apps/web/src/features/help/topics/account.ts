import { plans } from '@wingmark/contract/plans'
import type { Topic } from '#web/features/help/topic'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'

const { FREE, PILOT } = plans

export const signIn: Topic = {
  slug: 'sign-in',
  title: 'Sign in',
  summary: 'With a password, a mailed code, or Google where it is set up.',
  sections: [
    {
      text: [
        'With your password, or with a code that we mail you. The code works once, for 10 minutes. If no mail arrives, look in your spam folder, then ask for a new one. After many wrong passwords for your address, devices that you have not signed in with before need a code.',
        'Registering mails you a code that confirms your address; the link in the mail enters it for you. Nothing waits for it. But whoever first signs in by mail on another device without it is asked whether what was made before is theirs, and links rest until then.',
        'What you wrote as a guest on a device becomes yours when you sign in or create an account there.',
        '“Sessions” in Your Profile lists the devices that are signed in, and ends any of them.',
      ],
    },
  ],
}

export const profile: Topic = {
  slug: 'profile',
  title: 'Your profiles',
  summary: 'What others see of you, and who sees it.',
  sections: [
    {
      text: [
        '“Your Profile” has your name, username, picture, password, mails and sessions. Your name and picture stand beside what you write.',
      ],
      links: [{ path: paths.settings, name: 'Your Profile' }],
    },
    {
      heading: 'Email',
      text: [
        '“Change email” in Your Profile sends a code to the new address, and nothing changes before you have entered it. The old address is told, and can take the account back for a week. Invitations and files that were sent to the old address go with you.',
      ],
    },
    {
      heading: 'Mails and notifications',
      text: [
        '“Your Profile” says about what you get mails and how soon: comments, people, transfers, workspaces and plans. A mention always comes at once. After a mail about a review, further comments there come together a minute later. “Unsubscribe from these mails” at the end of a mail ends that area alone.',
        'A review that says too much can be muted, in the menu of its card or in the menu above its comments: only mentions tell of it then, in mails and on the bell. Under Notifications the rest is still listed.',
      ],
    },
    {
      heading: 'Connection Profile',
      text: [
        'It says what you do: designation, company, location, experience and skills. Building it makes you a Pilot. Everybody who is signed in sees it; everybody else only where you make your page public.',
        'Your address is shown to accepted connections alone, and only if you allow it. Deleting the profile takes you out of discovery at once.',
      ],
    },
  ],
}

export const connect: Topic = {
  slug: 'connect',
  title: 'Connect',
  summary: 'Find people by their work, and ask them.',
  sections: [
    {
      points: [
        '“Discover” finds people by words and skills. Whoever has a Connection Profile finds the others who have one.',
        '“Connect” sends a request, with a note if you like. They accept or decline it under “Requests”; you can withdraw it there.',
        `A Pilot can ask ${PILOT.connectionsMax} people, a Commander as many as they like.`,
        'Block somebody in the menu of their page: both are missing to each other from then on, and they are not told. “Blocked people” in Your Profile lists them, and unblocks. “Report” tells the person who runs this server, with what you say of it.',
      ],
      links: [{ path: paths.connections, name: 'Connections' }],
    },
  ],
}

export const messages: Topic = {
  slug: 'messages',
  title: 'Messages',
  summary: 'Between two people, with files.',
  sections: [
    {
      points: [
        'The speech bubble above leads to your conversations. “Message” on somebody’s page, or beside a connection, begins one.',
        'Connections write to each other freely. To somebody else who takes messages, your first one is a request: one, without files, until they answer or accept.',
        `You can write ${PILOT.messagesPerDay} messages a day, ${FREE.messagesPerDay} on Free; the day ends at 00:00 UTC. What you wrote can be corrected for 15 minutes, and deleted at any time.`,
        'Without a line your words wait on your device and go out by themselves. “Block” ends everything at once, both ways; only you still see what was said.',
      ],
    },
  ],
}

export const plansTopic: Topic = {
  slug: 'plans',
  title: 'Plans',
  summary: 'Free, Pilot, Commander: what each gives.',
  sections: [
    {
      points: [
        `Free: ${formatStorage(FREE.storageBytes)} of storage, ${FREE.messagesPerDay} messages a day.`,
        `Pilot: ${formatStorage(PILOT.storageBytes)}, ${PILOT.messagesPerDay} messages a day, ${PILOT.connectionsMax} connections. It comes with your Connection Profile and costs nothing.`,
        'Commander: as Pilot, with as many connections as you like. Storage and messages, and AI where it is set up, come without a Connection Profile; connecting needs one.',
      ],
      text: [
        'Whoever runs this server decides whether Commander is free, given by them, or paid through Stripe; the page of plans says which. When a plan ends, nothing is deleted: reading and downloading go on, uploads wait for room.',
      ],
      links: [{ path: paths.pricing, name: 'Plans of this server' }],
    },
  ],
}

export const storage: Topic = {
  slug: 'storage',
  title: 'Storage',
  summary: 'What uses it, and how to get more.',
  sections: [
    {
      text: [
        'Files of your reviews count, what others attach to comments in them, your transfers, and files that you send in messages. Smaller pictures that Wingmark draws do not.',
        'The page of storage lists the largest reviews and files, and deletes them for good in place, with “Undo” for some seconds; a review goes with its comments, for everybody. When it is full, an upload stops with a word; what was being done is kept and goes on once there is room.',
      ],
      links: [{ path: paths.upgradeStorage, name: 'Your storage' }],
    },
  ],
}

export const ai: Topic = {
  slug: 'ai',
  title: 'AI',
  summary: 'What it does where it is set up, and how to have none.',
  sections: [
    {
      text: [
        'Whoever runs a server can set up a language model. Your Profile says whether there is one here, and where it is; without one, no text of yours is sent to any, and no button speaks of it.',
        'The checks in a review (contrast, sizes, margins, files) are plain arithmetic and run on this server.',
      ],
      links: [{ path: paths.settings, name: 'AI characters in Your Profile' }],
    },
    {
      heading: 'With your words',
      points: [
        'The star below a comment, a message, a review’s description or your experience makes a proposal from what you have written: clearer, friendlier, shorter, in another language. You use it, ask again or discard it; nothing is sent by itself.',
        'A reply can begin with a proposed answer, where the review’s owner lets AI read it.',
      ],
    },
    {
      heading: 'With the comments of a review',
      points: [
        'Its owner switches “AI may read this review” on in Share; it is off at first. Guests are told in the room and before their first comment.',
        'Members then find the star above the comments: a summary with the numbers of the comments, and a list of changes to copy or download. Only you see it, until you put it into a comment.',
        'Names of those who write or are mentioned, addresses, links, keys and codes are taken out before, and put back after. Pictures never leave the server.',
      ],
    },
    {
      heading: 'What is counted',
      points: [
        'Characters that were written for you count against your plan’s month. What you wrote, what failed, and what you read again do not.',
      ],
    },
  ],
}

export const yourData: Topic = {
  slug: 'your-data',
  title: 'Your data',
  summary: 'Take everything along, or delete it.',
  sections: [
    {
      points: [
        '“Your data” in Your Profile exports all of it as a zip: files, reviews, comments, tasks, notes, messages and your record.',
        'It also deletes your account: your reviews, workspaces and files go at once. What you wrote in reviews and workspaces of others stays there without your name.',
        'For each workspace and review that others are members of you say first who gets it, or that it is deleted for everyone; they are told by notice and mail. Workspaces of others note that you have left, and your open tasks there have nobody until somebody takes them.',
        'Signing out takes the session, drafts and searched words off the device.',
      ],
      links: [
        { path: paths.settings, name: 'Your Profile' },
        { path: paths.privacy, name: 'Privacy Policy' },
      ],
    },
  ],
}
