import { Button, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from 'react-router'
import { ReviewPicture } from '#web/features/welcome/components/review-picture'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { Logo } from '#web/ui/logo'
import classes from './home-page.module.css'

export function HomePage() {
  useDocumentTitle('Wingmark: feedback pinned to the exact spot')
  const { token } = useSession()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo to={paths.home} />
        <nav aria-label="Account" className={classes.account}>
          {token ? (
            <Button component={Link} to={paths.dashboard} size="sm">
              Dashboard
            </Button>
          ) : (
            <>
              <Button component={Link} to={paths.signIn} variant="subtle" color="gray" size="sm">
                Sign in
              </Button>
              <Button component={Link} to={paths.register} variant="default" size="sm">
                Create account
              </Button>
            </>
          )}
        </nav>
      </header>
      <main className={classes.main}>
        <div className={classes.words}>
          <Title className={classes.title}>Feedback, pinned to the exact spot</Title>
          <Text className={classes.lead}>
            Upload your designs, send one link, and your clients leave comments right where they mean them,
            without an account.
          </Text>
          <div className={classes.actions}>
            <Button
              component={Link}
              to={token ? paths.reviews : paths.register}
              size="md"
              onClick={() => !token && rememberWantedPath(paths.reviews)}
            >
              Get Reviews
            </Button>
            <Button component={Link} to={paths.landingConnection} size="md" variant="default">
              Get Connections
            </Button>
          </div>
        </div>
        <ReviewPicture />
      </main>
      <footer className={classes.footer}>
        <Link to={paths.help}>Help</Link>
        <Link to={paths.terms}>Terms</Link>
        <Link to={paths.privacy}>Privacy</Link>
      </footer>
    </div>
  )
}
