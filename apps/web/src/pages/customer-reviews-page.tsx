import { TestimonialList } from '#web/features/testimonials/components/testimonial-list'
import { Page } from '#web/ui/page'

export function CustomerReviewsPage() {
  return (
    <Page
      title="Customer reviews"
      note="All of them, newest first, by people whose reviews were commented on."
    >
      <TestimonialList />
    </Page>
  )
}
