import { Skeleton } from '@mantine/core'
import classes from './entry.module.css'

/** The room's outline while the review loads; everything appears in its final place. */
export function RoomSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy aria-label="Loading the review" role="status">
      <div className={classes.skeletonBar} />
      <div className={classes.skeletonStrip} />
      <div className={classes.skeletonStage} />
      <div className={classes.skeletonPanel}>
        {[72, 54, 86].map((width) => (
          <div key={width} className={classes.skeletonCard}>
            <Skeleton height={26} circle />
            <div className={classes.skeletonLines}>
              <Skeleton height={10} width={110} radius="xl" />
              <Skeleton height={10} width={`${width}%`} radius="xl" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
