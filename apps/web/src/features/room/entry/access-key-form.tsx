import { useSearchParams } from 'react-router'
import { useOpenShare } from '#web/features/reviews/queries'
import { letInBefore, shareTokenOf } from '#web/lib/share-token'
import { KeyForm } from '#web/ui/key-form'

/** Asks for a shared review's access key. */
export function AccessKeyForm({ reviewId }: { reviewId: string }) {
  const [search] = useSearchParams()
  const opening = useOpenShare()
  const shareCode = search.get('share') ?? shareTokenOf(reviewId)
  const what = shareCode === undefined ? { review: reviewId } : { shareCode }
  return (
    <KeyForm
      title="This review needs an access key"
      text="The person who sent you the link can tell you the key."
      label="Access key"
      toggle="Show key"
      missing="Please enter the access key"
      button="Open review"
      opening={opening}
      open={(accessKey, whenRefused) =>
        opening.mutate({ ...what, ...letInBefore(reviewId), accessKey }, whenRefused)
      }
    />
  )
}
