/** `npm run plans`: shows and gives plans and storage, beside a running server. */

import { dayOf } from '@wingmark/contract/days'
import { formatStorage } from '@wingmark/contract/formats'
import { Plan } from '@wingmark/contract/plans'
import {
  givePlan,
  giveStorage,
  listPlans,
  type PlanLine,
  showPlan,
} from '#server/modules/subscriptions/operator/service'
import { type Beside, besideServer } from '#server/operator-command'

const usage = `npm run plans -- list
npm run plans -- show ADDRESS
npm run plans -- set ADDRESS FREE|PILOT|COMMANDER [--until YYYY-MM-DD]
npm run plans -- storage ADDRESS 100GB`

function describe({ email, plan, by, usedBytes, limitBytes }: PlanLine): string {
  const ways = by.map(({ source, until }) => {
    const end = until ? ` until ${dayOf(until)}` : ''
    return ` by ${source.toLowerCase()}${end}`
  })
  return `${email}: ${plan}${ways.join(' and')}, ${formatStorage(usedBytes)} of ${formatStorage(limitBytes)} used`
}

/** What to do, or null for unreadable arguments. */
function read([verb, address = '', value = '', option, day = '']: string[]) {
  if (verb === 'list')
    return async ({ db }: Beside) => {
      for (const line of await listPlans({ db })) console.log(describe(line))
      return 0
    }
  if (!address.includes('@')) return null
  const tell = async ({ db }: Beside, isKnown = true) => {
    const line = isKnown ? await showPlan({ db }, address) : null
    console.log(line ? describe(line) : `Nobody has the address ${address}.`)
    return line ? 0 : 1
  }
  if (verb === 'show') return (given: Beside) => tell(given)
  if (verb === 'set') {
    const plan = Plan.safeParse(value.toUpperCase())
    const until = option === '--until' ? new Date(`${day}T23:59:59.999Z`) : null
    if (!plan.success || (option !== undefined && (!until || Number.isNaN(until.getTime())))) return null
    return async (given: Beside) => tell(given, await givePlan(given, address, { plan: plan.data, until }))
  }
  const size = /^(\d{1,6})\s?GB$/i.exec(value)
  if (verb !== 'storage' || !size) return null
  return async (given: Beside) =>
    tell(given, await giveStorage(given, address, Number(size[1]) * 1_073_741_824))
}

const work = read(process.argv.slice(2))
if (work) await besideServer(work)
else {
  console.error(usage)
  process.exitCode = 2
}
