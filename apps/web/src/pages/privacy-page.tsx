import { Link } from 'react-router'
import { AiService } from '#web/features/legal/ai-service'
import { LastChange } from '#web/features/legal/last-change'
import { PaidPlans } from '#web/features/legal/paid-plans'
import { paths } from '#web/lib/paths'
import { ReadingPage } from '#web/ui/reading-page'

export function PrivacyPage() {
  return (
    <ReadingPage title="Privacy Policy" end={<Link to={paths.terms}>Terms & Conditions</Link>}>
      <p>
        This copy of Wingmark runs on someone’s own server, and what you put here stays there, in its database
        and file storage. There are no analytics, no advertising and no cookies. Send questions to the person
        who runs this server.
      </p>
      <LastChange
        day="2026-11-28"
        news="Now covers reactions, what a Connection Profile stores, how long deleted reviews, files and transfers are kept, and what happens to shared workspaces and reviews when an account is deleted."
      />
      <h2>What is stored</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, username, email address, picture, plan, and your password as a
          hash that can’t be read back. With Google sign-in, also the ID Google gives you. After you change
          your email address, the old one for a week.
        </li>
        <li>
          <strong>Your sessions:</strong> when each starts and expires, and how the browser identifies itself.
        </li>
        <li>
          <strong>What you create:</strong> files as you uploaded them and their previews, reviews, comments,
          replies, reactions and the notifications about them, transfers, tasks and notes. The server also
          keeps a search index of text and names.
        </li>
        <li>
          <strong>Customer reviews:</strong> your rating and text, with your name and picture, and your
          designation and company if you add them. Everyone can see them.
        </li>
        <li>
          <strong>Your Connection Profile, if you build one:</strong> location, designation, company,
          experience and skills; connection requests you sent and received, with notes and answers; people you
          blocked; and what you reported.
        </li>
        <li>
          <strong>Messages:</strong> what you write to another person and the files you attach, when you wrote
          it, and how far each of you has read.
        </li>
        <li>
          <strong>What you send:</strong> title, message and recipients’ addresses, and, for a year, who
          opened it and when. Download records are kept for as long as what you sent.
        </li>
        <li>
          <strong>Guests:</strong> the name they entered, and what they wrote.
        </li>
        <li>
          <strong>For owners of reviews and senders of files:</strong> who opened the review or files, or
          which link was used, who joined, and what was changed or downloaded, for a year. Visitors without a
          name are counted by a pseudonym of their network address that becomes meaningless after two days.
        </li>
        <li>
          <strong>Against abuse:</strong> how often a network address or an account tried something, deleted
          within a day.
        </li>
      </ul>
      <p>
        While you are in a review, others there see your name, the page you are viewing, where you point
        (unless you turn that off) and that you are typing. None of this is stored.
      </p>
      <p>
        Your browser stores your session, drafts with their file names, unsent comments and messages, the
        names of unfinished uploads, recent searches and a few settings. Signing out deletes the session,
        drafts, names and searches.
      </p>
      <p>
        It also stores the reviews and workspaces you have opened, with their comments and tasks and up to 200
        MB of previews, so that they open offline. They are only available to the same session or link. They
        are deleted when you sign out, when the browser learns that the session was ended elsewhere, or when
        you can no longer see the review. Clearing your browser’s data for this site deletes all of it.
      </p>
      <p>
        A review you create offline or without an account, with its files and comments, stays in your browser
        until you sign in. It is then uploaded to your account. What you created while signed in is only
        uploaded to that account. If you sign out, it stays on the device, hidden from others.
      </p>
      <h2>Who sees it</h2>
      <p>
        A review is visible to its members and, as far as its owner allows, to anyone with its link. Public
        reviews are visible to everyone. What you send from your transfers is visible to anyone with one of
        its links, and its password if it has one. Guests and visitors never see email addresses. Previews
        contain no location or camera data. Originals keep such data, and anyone who can download them can see
        it. The person who runs the server can technically read what is on it.
      </p>
      <p>
        A Connection Profile is visible to everyone who is signed in, and to others only if its owner makes
        the page public. Your email address is only shown to your connections, and only if you allow it. Only
        the two of you can read your messages. Read receipts are sent once you have answered or accepted. We
        email you about unread messages as often as you choose, without the text of people you haven’t
        answered. People you block are not notified. A report keeps a copy of what was reported. What you send
        shows your name and picture, but not your address, to anyone with one of its links.
      </p>
      <h2>What leaves the server</h2>
      <p>
        Emails, through the mail server set up here. If Google sign-in is set up, the button loads a script
        from Google. Automatic checks of designs run on this server. Nothing else is sent to anyone, except
        the following.
      </p>
      <AiService />
      <PaidPlans />
      <h2>How to export and delete your data</h2>
      <p>
        You can delete files, comments, reviews, messages and transfers. Reviews, their files and transfers
        stay in “Recently deleted” for 24 hours. In <Link to={paths.settings}>Your Profile</Link> you can
        export everything as a zip, and delete your account. Your reviews, workspaces and files are deleted
        immediately. For each workspace and review with other members, you first choose a new owner or delete
        it for everyone. The members are notified. What you wrote in other people’s reviews and workspaces
        stays there without your name, and so do your messages to others. Other people’s workspaces keep a
        record, with your name, that you left. Copies may remain in the server’s backups.
      </p>
    </ReadingPage>
  )
}
