import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'
import { mailLink } from '#web/lib/mail-link'

/** Shown if the operator has set an address. */
export function AskOperator() {
  const { data } = useQuery(plansQuery)
  if (!data?.operatorEmail) return null
  return <a href={mailLink(data.operatorEmail)}>Contact the person who runs this server</a>
}
