import { Pagination } from '@mantine/core'
import classes from './pages-nav.module.css'

type Props = { page: number; totalPages: number; onChange: (page: number) => void }

/** Renders nothing for a single page. */
export function PagesNav({ page, totalPages, onChange }: Props) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label="Pages" className={classes.root}>
      <Pagination
        value={page}
        total={totalPages}
        onChange={onChange}
        size="sm"
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      />
    </nav>
  )
}
