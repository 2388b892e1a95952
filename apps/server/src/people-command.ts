/** `npm run people`: what was reported, and whom to hide or suspend. */
import { besideServer } from '#server/beside-server'
import {
  hidePerson,
  restorePerson,
  showReports,
  suspendPerson,
} from '#server/modules/connections/operator/service'

const usage = `npm run people -- reports                              the newest reports, with what was reported
npm run people -- hide USERNAME                        nobody finds or reaches this person
npm run people -- suspend USERNAME [--until YYYY-MM-DD] the same, until that day
npm run people -- restore USERNAME                     takes both back`

const [verb = '', username = '', flag = '', day = ''] = process.argv.slice(2)
const until = flag === '--until' ? new Date(`${day}T00:00:00Z`) : null
const isDayOdd = flag !== '' && (until === null || Number.isNaN(until.getTime()))
const isKnown = verb === 'reports' || (['hide', 'suspend', 'restore'].includes(verb) && username !== '')

if (!isKnown || isDayOdd) {
  console.error(usage)
  process.exitCode = 2
} else {
  await besideServer(async ({ db }) => {
    if (verb === 'reports') {
      for (const one of await showReports({ db })) console.log(JSON.stringify(one))
      return 0
    }
    const isDone =
      verb === 'hide'
        ? await hidePerson({ db }, username)
        : verb === 'suspend'
          ? await suspendPerson({ db }, username, until)
          : await restorePerson({ db }, username)
    console.log(isDone ? 'Done.' : `There is nobody called ${username} to ${verb}.`)
    return isDone ? 0 : 1
  })
}
