import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'
import { mailLink } from '#web/lib/mail-link'

/** Where whoever runs the server has given an address. */
export function AskOperator() {
  const { data } = useQuery(plansQuery)
  if (!data?.operatorEmail) return null
  return <a href={mailLink(data.operatorEmail)}>Contact the person who runs this server</a>
}
