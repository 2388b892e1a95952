import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import classes from './bar.module.css'

type Props = { page: number; total: number; onShow: (page: number) => void }

/** Page n of m with an editable number; nothing for a single page. */
export function PageNavigator({ page, total, onShow }: Props) {
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  if (total < 2) return null

  const show = (number: number) => onShow(Math.min(total, Math.max(1, number)))
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const number = Number.parseInt(typed, 10)
    if (number >= 1) show(number)
    setTyped(String(number >= 1 ? Math.min(total, number) : page))
  }

  // At the ends the buttons stay enabled: disabled, they would lose the focus.
  return (
    <form className={classes.pages} onSubmit={submit} aria-label="Pages">
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Previous page"
        aria-disabled={page <= 1}
        onClick={() => show(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <input
        className={classes.pageInput}
        aria-label={`Page of ${total}`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => submit()}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span className={classes.pageTotal}>/ {total}</span>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Next page"
        aria-disabled={page >= total}
        onClick={() => show(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </form>
  )
}
