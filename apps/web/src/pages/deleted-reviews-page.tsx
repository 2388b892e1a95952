import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { DeletedReviews } from '#web/features/reviews/components/deleted-reviews'
import { paths } from '#web/lib/paths'
import { Page } from '#web/ui/page'

export function DeletedReviewsPage() {
  return (
    <Page
      title="Recently deleted"
      note="Deleted reviews, and files removed from reviews, are kept for 24 hours."
      actions={
        <Button component={Link} to={paths.reviews} variant="default" size="xs">
          Back to reviews
        </Button>
      }
    >
      <DeletedReviews />
    </Page>
  )
}
