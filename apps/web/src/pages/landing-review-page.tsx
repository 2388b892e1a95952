import { TryIt } from '#web/features/offline/components/try-it'
import { Landing } from '#web/features/welcome/components/landing'
import { GetReviews } from '#web/features/welcome/components/ways-in'
import { reviewSteps } from '#web/features/welcome/review-steps'

export function LandingReviewPage() {
  return (
    <Landing
      page="/landing/review"
      actions={
        <>
          <GetReviews />
          <TryIt size="md" variant="default">
            Try it with your own file, no account
          </TryIt>
        </>
      }
      steps={reviewSteps}
    />
  )
}
