import { Loader } from '@mantine/core'
import classes from './page-state.module.css'

/** Shown while a page's code loads; invisible at first, so that fast pages do not flash. */
export function PageLoading() {
  return (
    <output className={classes.loading} aria-label="Loading">
      <Loader size="sm" />
    </output>
  )
}
