import { useSearchParams } from 'react-router'
import { InvitationOver } from '#web/features/invitations/components/invitation-over'
import { ReviewInvitation } from '#web/features/invitations/components/review-invitation'

/** By the email's token, or by the review of a notification. */
export function ReviewInvitationPage() {
  const [params] = useSearchParams()
  const [token, review] = [params.get('token'), params.get('reviewId')]
  if (token) return <ReviewInvitation key={token} asked={{ token }} />
  return review ? <ReviewInvitation key={review} asked={{ review }} /> : <InvitationOver />
}
