import { useSearchParams } from 'react-router'
import { InvitationOver } from '#web/features/invitations/components/invitation-over'
import { ReviewInvitation } from '#web/features/invitations/components/review-invitation'

export function ReviewInvitationPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  return token === '' ? <InvitationOver /> : <ReviewInvitation key={token} token={token} />
}
