import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { workQuery } from '#web/features/connections/queries'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import { LoadError } from '#web/ui/load-error'
import classes from './person-work.module.css'

const firstRow = 2

/** A person's public reviews as a portfolio: large covers that open their review. */
export function PersonWork({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(workQuery(userId))
  if (!data && error) return <LoadError what="This person’s work" onRetry={() => void refetch()} />
  if (!data)
    return (
      <output className={classes.grid} aria-label="Loading the work">
        <Skeleton className={classes.cover} />
        <Skeleton className={classes.cover} />
      </output>
    )
  if (data.length === 0) return <Text c="dimmed">No public reviews yet.</Text>
  return (
    <ul className={classes.grid}>
      {data.map(({ _id, name, coverUrl, fileCount }, index) => (
        <li key={_id} className={classes.piece}>
          <div className={classes.cover}>
            <CoverPicture url={coverUrl} isEager={index < firstRow} />
          </div>
          <h3 className={classes.name}>
            <Link to={paths.review(_id)} className={classes.link}>
              {name}
            </Link>
          </h3>
          <Text size="sm" c="dimmed">
            {formatCount(fileCount, 'file')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
