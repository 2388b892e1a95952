import { Link } from 'react-router'
import { AiService } from '#web/features/legal/ai-service'
import { LastChange } from '#web/features/legal/last-change'
import { PaidPlans } from '#web/features/legal/paid-plans'
import { paths } from '#web/lib/paths'
import { Reading } from '#web/ui/reading'

export function PrivacyPage() {
  return (
    <Reading title="Privacy Policy" end={<Link to={paths.terms}>Terms & Conditions</Link>}>
      <p>
        Wingmark runs on a server of somebody’s own, and what you put here stays on it: in its database and in
        its store of files. There is no analysis of visitors, no advertising, and no cookie. Questions go to
        whoever runs this server.
      </p>
      <LastChange
        day="2026-11-28"
        news="Reactions, what a Connection Profile stores, how long deleted reviews, files and transfers stay, and what becomes of shared workspaces and reviews when an account is deleted are told of."
      />
      <h2>What is stored</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, username, email address, picture, plan, and your password as a
          hash from which it cannot be read. With Google sign-in, also Google’s number for you. After a change
          of address, the old one for a week.
        </li>
        <li>
          <strong>Your sessions:</strong> when each began and ends, and how the browser describes itself.
        </li>
        <li>
          <strong>What you make:</strong> files as you uploaded them with smaller pictures of them, reviews,
          comments, replies, reactions and the notifications about them, transfers, tasks and notes. Of words
          and names the server also keeps a list of words to search by.
        </li>
        <li>
          <strong>Customer reviews:</strong> your stars and words, with your name and picture, and designation
          and company if you give them, for everybody.
        </li>
        <li>
          <strong>Your Connection Profile, if you build one:</strong> location, designation, company,
          experience and skills; whom you asked to connect, with your note, who asked you and what was
          answered; whom you blocked; and what you reported.
        </li>
        <li>
          <strong>Messages:</strong> what you write to another person with its files, when it was written and
          how far each of you has read.
        </li>
        <li>
          <strong>What you send:</strong> title and message, the addresses that it went to, and for a year who
          opened it and when; every download by its link, as long as you keep what you sent.
        </li>
        <li>
          <strong>Guests:</strong> the name that was given, and what was written under it.
        </li>
        <li>
          <strong>For a review’s owner, and for who sent files:</strong> that it was opened, by whom or by
          which link, who joined and what was changed or downloaded, for a year. A visitor without a name is
          counted by a mark of the network address that means nothing two days later.
        </li>
        <li>
          <strong>Against abuse:</strong> how often a network address or an account tried something, forgotten
          within a day.
        </li>
      </ul>
      <p>
        While you are in a review, the others in it see your name, the page you look at, where you point
        (unless you switch that off) and that you are writing. None of that is stored.
      </p>
      <p>
        Your browser keeps the session, drafts with the names of their files, comments and messages that could
        not be sent yet, the names of unfinished uploads, the words that you searched for and small settings
        in its own storage; signing out drops the session, the drafts, the names and the words.
      </p>
      <p>
        It also keeps the reviews and workspaces that you have opened, with their comments and tasks and at
        most 200 MB of their smaller pictures, so that they open without a line. They are for the same session
        or link only, and go when you sign out, when the session is ended elsewhere and the browser next asks,
        or when you may no longer see the review. Clearing the browser’s data for this site deletes all of it.
      </p>
      <p>
        A review that you make without an account or without a line, with its files and comments, lies in your
        browser alone until you sign in; then it is uploaded to your account. What was made signed in is
        uploaded for the same account only, and stays on the device, unseen by others, over a sign-out.
      </p>
      <h2>Who sees it</h2>
      <p>
        A review is seen by its members and, as far as its owner allows, by whoever has its link. Public
        reviews are seen by everybody. What you send from your transfers is seen by whoever has one of its
        links, and its password where it has one. Email addresses are not shown to guests or visitors. The
        smaller pictures carry no place or camera data; an original carries what was in it, for those who may
        download it. Whoever runs the server can technically read what is on it.
      </p>
      <p>
        A Connection Profile is seen by everybody who is signed in, and by everybody else only where its owner
        makes the page public. Your email address is shown to accepted connections alone, and only if you
        allow it. Messages are read by the two of you alone; that you have read one is told once you have
        answered or accepted. A message that stays unread is told by mail, as often as you choose, without the
        words of people you have not answered. Whom you block is not told; a report keeps a copy of what was
        reported. What you send is seen by whoever has one of its links, with your name and picture, not with
        your address.
      </p>
      <h2>What leaves the server</h2>
      <p>
        Mails, through the mail server that was set up here. If Google sign-in is set up, the button loads a
        script from Google. Checks of designs run on this server. Nothing else is sent to anybody, but what
        follows.
      </p>
      <AiService />
      <PaidPlans />
      <h2>How to take it with you, and how to delete it</h2>
      <p>
        Files, comments, reviews, messages and transfers can be deleted where they are; reviews, files of
        reviews and transfers stay in “Recently deleted” for 24 hours. In{' '}
        <Link to={paths.settings}>Your Profile</Link> you can export everything as a zip, and delete your
        account: your reviews, workspaces and files go at once. What others work in goes only if you say so;
        you can hand it over instead, and they are told. What you wrote in reviews and workspaces of others
        stays there without your name, as do your messages with those you wrote to; their workspaces note by
        your name that you have left. Copies may remain in backups that whoever runs the server makes.
      </p>
    </Reading>
  )
}
