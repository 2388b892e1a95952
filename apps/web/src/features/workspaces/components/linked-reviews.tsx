import { ActionIcon, Select } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { holdsCharacters } from '@wingmark/contract/search-words'
import type { WorkspacePage } from '@wingmark/contract/workspaces'
import { Link } from 'react-router'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { useLinkReview, useUnlinkReview } from '#web/features/workspaces/queries'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { offerUndo } from '#web/lib/undo'
import { PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import classes from './workspace-details.module.css'

/** The reviews that the work is about; members see only those they have access to. */
export function LinkedReviews({ workspace }: { workspace: WorkspacePage }) {
  const { _id, reviews, can } = workspace
  const link = useLinkReview(_id)
  const unlink = useUnlinkReview(_id)
  if (reviews.length === 0 && !can.edit) return null
  const add = (id: string) =>
    link.mutate(id, {
      onSuccess: (page) => {
        const name = page.reviews.find((review) => review._id === id)?.name ?? 'The review'
        offerUndo(`“${isolated(name)}” linked`, () => unlink.mutate(id))
      },
    })
  const remove = (review: WorkspacePage['reviews'][number]) =>
    unlink.mutate(review._id, {
      onSuccess: () => offerUndo(`“${isolated(review.name)}” unlinked`, () => link.mutate(review._id)),
    })
  return (
    <PageSection title="Reviews">
      <Panel isPadded>
        {reviews.length > 0 && (
          <ul className={classes.people}>
            {reviews.map((review) => (
              <li key={review._id} className={classes.person}>
                <Link to={paths.review(review._id)} className={classes.personName}>
                  {review.name}
                </Link>
                <span className={classes.role}>{formatCount(review.fileCount, 'file')}</span>
                {can.edit && (
                  <ActionIcon
                    size={30}
                    aria-label={`Unlink ${review.name}`}
                    loading={unlink.isPending && unlink.variables === review._id}
                    onClick={() => remove(review)}
                  >
                    <IconUnlink size={16} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        )}
        {can.edit && <ReviewPicker linked={reviews} isBusy={link.isPending} onPick={add} />}
      </Panel>
    </PageSection>
  )
}

const offered = 100

type PickerProps = {
  linked: WorkspacePage['reviews']
  isBusy: boolean
  onPick: (id: string) => void
}

function ReviewPicker({ linked, isBusy, onPick }: PickerProps) {
  const { data } = useQuery(myReviewsQuery({ page: 1, limit: offered }))
  const others = (data?.results ?? []).filter(
    ({ _id, can }) => can.edit && linked.every((one) => one._id !== _id),
  )
  return (
    <Select
      label="Link review"
      description="Members see it here if they’re in the review too."
      placeholder={others.length === 0 ? 'No other review to link' : 'Choose one of yours'}
      disabled={isBusy || others.length === 0}
      searchable
      filter={({ options, search }) =>
        options.filter((one) => 'label' in one && holdsCharacters(one.label, search))
      }
      value={null}
      nothingFoundMessage="No reviews match."
      data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
      onChange={(id) => id && onPick(id)}
    />
  )
}
