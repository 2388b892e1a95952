import { TestimonialList } from '#web/features/testimonials/components/testimonial-list'
import { Page } from '#web/ui/page'

export function CustomerReviewsPage() {
  return (
    <Page title="Customer reviews" note="From people who got feedback with Wingmark, newest first.">
      <TestimonialList />
    </Page>
  )
}
