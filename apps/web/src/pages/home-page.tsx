import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { HomeTestimonials } from '#web/features/testimonials/components/home-testimonials'
import { Landing } from '#web/features/welcome/components/landing'
import { GetReviews } from '#web/features/welcome/components/ways-in'
import { reviewSteps } from '#web/features/welcome/review-steps'
import { paths } from '#web/lib/paths'

export function HomePage() {
  return (
    <Landing
      page="/"
      promise="Feedback, pinned to the exact spot"
      lead="Upload your designs, send one link, and your clients leave comments right where they mean them, without an account."
      actions={
        <>
          <GetReviews />
          <Button component={Link} to={paths.landingConnection} size="md" variant="default">
            Get Connections
          </Button>
        </>
      }
      steps={reviewSteps}
    >
      <HomeTestimonials />
    </Landing>
  )
}
