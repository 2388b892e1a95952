import { Navigate, useSearchParams } from 'react-router'
import { UserInvitation } from '#web/features/invitations/components/user-invitation'
import { paths } from '#web/lib/paths'

export function UserInvitationPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  if (token === '') return <Navigate to={paths.register} replace />
  return <UserInvitation token={token} />
}
