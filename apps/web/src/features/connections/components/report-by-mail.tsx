import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'
import { mailLink } from '#web/lib/mail-link'

/** For signed-out people, if the operator has set an address. */
export function ReportByMail({ username }: { username: string }) {
  const { data } = useQuery(plansQuery)
  if (!data?.operatorEmail) return null
  const about = { subject: `Report about @${username}`, body: `${location.href}\n\n` }
  return (
    <Text size="sm" c="dimmed">
      <a href={mailLink(data.operatorEmail, about)}>Report this page</a> to the person who runs this server.
    </Text>
  )
}
