import { Link } from 'react-router'
import { LastChange } from '#web/features/legal/last-change'
import { paths } from '#web/lib/paths'
import { ReadingPage } from '#web/ui/reading-page'

export function TermsPage() {
  return (
    <ReadingPage title="Terms & Conditions" end={<Link to={paths.privacy}>Privacy Policy</Link>}>
      <p>
        Wingmark is software that anyone can run on their own server. Your agreement is with the person who
        runs this server. The people who wrote Wingmark have no access to it.
      </p>
      <LastChange day="2026-11-22" news="Now covers expired plans, messages and customer reviews." />
      <h2>What’s yours stays yours</h2>
      <p>
        You keep all rights to what you upload and write. The server stores it, creates previews and shows it
        to the people you let in. Nothing else is done with it.
      </p>
      <h2>What you can put here</h2>
      <p>
        Only what you’re allowed to share: your own work, or work you have permission for. Nothing unlawful,
        and nothing meant to harm others or this server. Messages are for people, not for advertising: anyone
        who gets one can block and report the sender. The person who runs the server can remove such content
        and close the accounts behind it.
      </p>
      <h2>Links</h2>
      <p>
        A share link opens a review for anyone who has it. Only send it to people who should see it. You can
        reset the link, set an access key or an expiry date, or make the review private at any time. It takes
        effect immediately.
      </p>
      <h2>Accounts and plans</h2>
      <p>
        Keep your password to yourself. Plans have limits on storage and usage, shown in your profile. You can{' '}
        <Link to={paths.settings}>export everything and delete your account</Link> whenever you like.
      </p>
      <p>
        When a plan ends, nothing is deleted. You can still read and download everything, but you can’t upload
        until you’re back under the limit of your new plan.
      </p>
      <h2>Customer reviews</h2>
      <p>
        A customer review says what you think of working with Wingmark. The person who runs the server can
        hide one, with a reason that everyone sees.
      </p>
      <h2>AI</h2>
      <p>
        If this server uses a language model, what it writes is a suggestion and can be wrong. Anything you
        use from it is yours, as if you had written it.
      </p>
      <h2>No warranty</h2>
      <p>
        Wingmark is open source under the MIT licence and comes as is, without warranty. Keep copies of what
        matters to you.
      </p>
    </ReadingPage>
  )
}
