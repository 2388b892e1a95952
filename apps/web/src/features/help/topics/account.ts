import { plans } from '@wingmark/contract/plans'
import type { Topic } from '#web/features/help/topic'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'

const { FREE, PILOT } = plans

export const signIn: Topic = {
  slug: 'sign-in',
  title: 'Sign in',
  summary: 'With a password, a code by email, or Google if it’s set up.',
  sections: [
    {
      text: [
        'Use your password, or a code we email you. The code works once and expires in 10 minutes. If it doesn’t arrive, check your spam folder, then request a new one. After many wrong passwords for your address, new devices need a code.',
        'When you create an account, we email you a code to confirm your address. You can also click the link in the email. You don’t have to confirm it before you start. But if you sign in by email on another device first, you’re asked whether the earlier work is yours, and links are paused until you answer.',
        'What you wrote as a guest on a device becomes yours when you sign in or create an account there.',
        'Choose a light or dark theme in your account menu, on all your devices. Without an account, the choice under “Navigations” stays on the device.',
        '“Sessions” in Your Profile lists your signed-in devices. You can sign out any of them there.',
      ],
    },
  ],
}

export const profile: Topic = {
  slug: 'profile',
  title: 'Your profiles',
  summary: 'What others see about you, and who can see it.',
  sections: [
    {
      text: [
        '“Your Profile” has your name, username, picture, password, email settings and sessions. Your name and picture appear next to what you write.',
      ],
      links: [{ path: paths.settings, name: 'Your Profile' }],
    },
    {
      heading: 'Email',
      text: [
        '“Change email” in Your Profile sends a code to the new address. Nothing changes until you enter it. We email the old address a link that can recover the account. It works for a week. Invitations and files sent to the old address move with you.',
      ],
    },
    {
      heading: 'Emails and notifications',
      text: [
        'In “Your Profile” you choose which emails you get and how often: comments, people, transfers, workspaces and plans. Mentions are always sent immediately. After an email about a review, further comments are grouped into one email a minute later. “Unsubscribe from these emails” at the end of an email only turns off that kind.',
        'To silence a busy review, mute it in the menu of its card or above its comments. You then get emails and unread counts for mentions only. Everything else is still listed under Notifications.',
      ],
    },
    {
      heading: 'Connection Profile',
      text: [
        'It shows what you do: designation, company, location, experience and skills. Building it makes you a Pilot. Everyone who is signed in can see it. Others only see it if you make your page public.',
        'Your email address is only shown to your connections, and only if you allow it. Deleting the profile removes you from discovery immediately.',
      ],
    },
  ],
}

export const connect: Topic = {
  slug: 'connect',
  title: 'Connect',
  summary: 'Find people by their work and connect with them.',
  sections: [
    {
      points: [
        '“Discover” finds people by keyword and skill. You need a Connection Profile to search, and you find people who have one too.',
        '“Connect” sends a request, with an optional note. They accept or decline it under “Requests”, where you can also withdraw it.',
        `A Pilot can send ${PILOT.connectionsMax} connection requests. A Commander has no limit.`,
        'You can block someone in the menu of their page. Neither of you can find the other any more, and they aren’t notified. Unblock them under “Blocked people” in Your Profile. “Report” sends your report to the person who runs this server.',
      ],
      links: [{ path: paths.connections, name: 'Connections' }],
    },
  ],
}

export const messages: Topic = {
  slug: 'messages',
  title: 'Messages',
  summary: 'Chat with one person, and send files.',
  sections: [
    {
      points: [
        'The speech bubble in the header opens your conversations. Start one with “Message” on someone’s page or next to a connection.',
        'Connections can message each other freely. With anyone else who accepts messages, your first message is a request: just one, without files, until they answer or accept.',
        `You can write ${PILOT.messagesPerDay} messages a day, ${FREE.messagesPerDay} on Free. The limit resets at 00:00 UTC. You can edit a message for 15 minutes, and delete it at any time.`,
        'Offline, your messages are kept on your device and sent automatically when you’re back online. “Block” ends the conversation immediately for both of you. Only you can still read it.',
      ],
    },
  ],
}

export const plansTopic: Topic = {
  slug: 'plans',
  title: 'Plans',
  summary: 'What you get with Free, Pilot and Commander.',
  sections: [
    {
      points: [
        `Free: ${formatStorage(FREE.storageBytes)} of storage, ${FREE.messagesPerDay} messages a day.`,
        `Pilot: ${formatStorage(PILOT.storageBytes)}, ${PILOT.messagesPerDay} messages a day, ${PILOT.connectionsMax} connection requests. It is free and comes with your Connection Profile.`,
        'Commander: everything in Pilot, with unlimited connection requests. You get the storage, the messages, and AI if it’s set up, even without a Connection Profile, but connecting needs one.',
      ],
      text: [
        'The person who runs this server decides whether Commander is free, assigned by them, or paid through Stripe. The pricing page tells you which. When a plan ends, nothing is deleted. You can still read and download everything, but you can’t upload until there’s space again.',
      ],
      links: [{ path: paths.pricing, name: 'Plans on this server' }],
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
        'Your storage is used by the files of your reviews, attachments others add to their comments, your transfers, and files you send in messages. Previews don’t count.',
        'The storage page lists your largest reviews and files. You can delete them permanently there, with a few seconds to “Undo”. Deleting a review deletes its comments too, for everyone. When your storage is full, uploads pause and tell you why. They resume once there’s space.',
      ],
      links: [{ path: paths.upgradeStorage, name: 'Your storage' }],
    },
  ],
}

export const ai: Topic = {
  slug: 'ai',
  title: 'AI',
  summary: 'What AI does if it’s set up, and how to turn it off.',
  sections: [
    {
      text: [
        'The person who runs the server can set up a language model. Your Profile shows whether there is one and where it runs. Without one, none of your text is sent anywhere and no AI buttons appear.',
        'The automatic checks in a review (contrast, sizes, margins, files) don’t use AI. They run on this server.',
      ],
      links: [{ path: paths.settings, name: 'AI characters in Your Profile' }],
    },
    {
      heading: 'With your writing',
      points: [
        'The star below a comment, a message, a review’s description or your experience suggests a new version of what you wrote: clearer, friendlier, shorter, or in another language. Use it, ask again or discard it. Nothing is sent automatically.',
        'If the review’s owner allows AI, you can also start a reply from a suggested answer.',
      ],
    },
    {
      heading: 'With the comments of a review',
      points: [
        'The owner turns on “AI may read this review” in Share. It is off by default. Guests see a note in the review and before their first comment.',
        'Members then see a star above the comments. It writes a summary that refers to comments by number, or a list of changes to copy or download. Only you see it, unless you paste it into a comment.',
        'Names of authors and mentioned people, addresses, links, keys and codes are removed first and put back afterwards. Images never leave the server.',
      ],
    },
    {
      heading: 'What is counted',
      points: [
        'Characters written for you count towards your plan’s monthly limit. What you wrote yourself, failed answers and answers you open again don’t count.',
      ],
    },
  ],
}

export const yourData: Topic = {
  slug: 'your-data',
  title: 'Your data',
  summary: 'Export everything, or delete it.',
  sections: [
    {
      points: [
        '“Your data” in Your Profile exports everything as a zip: files, reviews, comments, tasks, notes, messages and your activity.',
        'You can also delete your account there. Your reviews, workspaces and files are deleted immediately. What you wrote in other people’s reviews and workspaces stays there, without your name.',
        'For each workspace and review with other members, you first choose a new owner or delete it for everyone. The members are notified in Wingmark and by email. Other people’s workspaces show that you left, and your open tasks there become unassigned.',
        'Signing out removes your session, drafts and recent searches from the device.',
      ],
      links: [
        { path: paths.settings, name: 'Your Profile' },
        { path: paths.privacy, name: 'Privacy Policy' },
      ],
    },
  ],
}
