import { firstMessageNeeds } from '@wingmark/contract/perks'
import '@mantine/core/styles/Table.layer.css'
import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Plans } from '@wingmark/contract/subscriptions'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { useSession } from '#web/lib/session'
import classes from './plans.module.css'

type Row = { what: string; note?: string; of: string[]; own: string | undefined }

const connections = (most: number | null) =>
  most === null ? 'No limit' : most === 0 ? '–' : most.toLocaleString('en')

/** Every limit, and how much the user has used. */
export function PlanTable({ offers }: { offers: Plans }) {
  const { token } = useSession()
  const { data: usage } = useQuery({ ...usageQuery, enabled: token !== null })
  const rows: Row[] = [
    {
      what: 'Storage',
      of: offers.plans.map((plan) => formatStorage(plan.storageBytes)),
      own: usage && formatStorage(usage.storage.usedBytes),
    },
    ...(offers.hasAi
      ? [
          {
            what: 'AI characters a month',
            of: offers.plans.map((plan) => plan.aiCharactersPerMonth.toLocaleString('en')),
            own: usage && usage.aiCharacters.used.toLocaleString('en'),
          },
        ]
      : []),
    {
      what: 'Messages a day',
      note: firstMessageNeeds,
      of: offers.plans.map((plan) => plan.messagesPerDay.toLocaleString('en')),
      own: usage && usage.messages.used.toLocaleString('en'),
    },
    {
      what: 'Connection requests',
      of: offers.plans.map((plan) => connections(plan.connectionsMax)),
      own: usage && usage.connections.used.toLocaleString('en'),
    },
  ]
  return (
    <section className={classes.wide} aria-label="Limits">
      <Table verticalSpacing="sm" aria-label="Limits of each plan">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Limit</Table.Th>
            <Table.Th scope="col">Free</Table.Th>
            <Table.Th scope="col">Pilot</Table.Th>
            <Table.Th scope="col">Commander</Table.Th>
            {usage && (
              <Table.Th scope="col" className={classes.used}>
                You use
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ what, note, of, own }) => (
            <Table.Tr key={what}>
              <Table.Th scope="row">
                {what}
                {note && (
                  <Text size="sm" c="dimmed">
                    {note}
                  </Text>
                )}
              </Table.Th>
              {of.map((limit, index) => (
                <Table.Td key={offers.plans[index]?._id}>{limit}</Table.Td>
              ))}
              {usage && <Table.Td className={classes.used}>{own}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
