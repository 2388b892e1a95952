import { useQuery } from '@tanstack/react-query'
import { aiLeft } from '@wingmark/contract/ai'
import { usageQuery } from '#web/features/account/queries'
import { usageState } from '#web/ui/usage-bar'
import classes from './write.module.css'

/** What is left of this month's characters, once that is little. */
export function CharactersLeft() {
  const { data } = useQuery(usageQuery)
  if (!data) return null
  const { used, limit } = data.aiCharacters
  if (usageState(used, limit) === 'free') return null
  return (
    <p className={classes.hint} role="status">
      {aiLeft(data.aiCharacters)}
    </p>
  )
}
