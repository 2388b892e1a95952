import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { TryIt } from '#web/features/offline/components/try-it'
import { isAnythingKept } from '#web/features/offline/is-anything-kept'
import { HomeTestimonials } from '#web/features/testimonials/components/home-testimonials'
import { Landing } from '#web/features/welcome/components/landing'
import { GetReviews } from '#web/features/welcome/components/ways-in'
import { reviewSteps } from '#web/features/welcome/review-steps'
import { paths } from '#web/lib/paths'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const KeptHere = lazily(
  async () => {
    const [{ DeviceReviews }, { ReviewGrid }] = await Promise.all([
      import('#web/features/offline/components/device-reviews'),
      import('#web/features/reviews/components/review-grid'),
    ])
    return () => <DeviceReviews Grid={ReviewGrid} />
  },
  (late) => <LatePart late={late} what="The list of reviews on this device" />,
)

export function HomePage() {
  return (
    <Landing
      page="/"
      actions={
        <>
          <GetReviews />
          <Button component={Link} to={paths.landingConnection} size="md" variant="default">
            Get Connections
          </Button>
          <TryIt size="md" variant="subtle" color="gray">
            Try it with your own file, no account
          </TryIt>
        </>
      }
      kept={isAnythingKept() && <KeptHere />}
      steps={reviewSteps}
    >
      <HomeTestimonials />
    </Landing>
  )
}
