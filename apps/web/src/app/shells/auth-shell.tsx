import { Link, ScrollRestoration } from 'react-router'
import { LateOutlet } from '#web/app/shells/late-outlet'
import { ReviewPicture } from '#web/features/welcome/components/review-picture'
import { paths } from '#web/lib/paths'
import { Logo } from '#web/ui/logo'
import { SplitScreen } from '#web/ui/split-screen'

/** The frame of all sign-in pages. */
export function AuthShell() {
  return (
    <>
      <SplitScreen
        header={<Logo to={paths.home} />}
        footer={
          <>
            <Link to={paths.help}>Help</Link>
            <Link to={paths.terms}>Terms</Link>
            <Link to={paths.privacy}>Privacy</Link>
          </>
        }
        picture={<ReviewPicture />}
      >
        <LateOutlet />
      </SplitScreen>
      <ScrollRestoration />
    </>
  )
}
