import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { type Asked, reviewInvitationQuery, useRespondInvitation } from '#web/features/invitations/queries'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { roleAbilities } from '#web/lib/roles'
import classes from './invitation.module.css'
import { InvitationAnswer } from './invitation-answer.tsx'
import { InvitationView } from './invitation-view.tsx'

export function ReviewInvitation({ asked }: { asked: Asked<'review'> }) {
  const query = useQuery(reviewInvitationQuery(asked))
  const respond = useRespondInvitation(asked)
  return (
    <InvitationView
      query={query}
      noun="review"
      pathOf={paths.review}
      sentence={({ invitedBy }) => `${isolated(invitedBy.name)} would like your eyes on this.`}
      renderCard={({ review, role }) => (
        <>
          <h2 className={classes.name}>{review.name}</h2>
          <p className={classes.facts}>{formatCount(review.fileCount, 'file')}</p>
          <p className={classes.facts}>You’ll be able to {roleAbilities[role]}.</p>
        </>
      )}
      renderAnswer={(onDeclined) => (
        <InvitationAnswer respond={respond} pathOf={paths.review} onDeclined={onDeclined} />
      )}
    />
  )
}
