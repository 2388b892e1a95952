/** `npm run people`: what was reported, and whom to hide or suspend. */

import { peopleUsage, readPeopleCommand } from '#server/modules/connections/operator/command'
import {
  hidePerson,
  restorePerson,
  showPerson,
  showReports,
  suspendPerson,
} from '#server/modules/connections/operator/service'
import { besideServer } from '#server/operator-command'

const command = readPeopleCommand(process.argv.slice(2), new Date())

if (!command) {
  console.error(peopleUsage)
  process.exitCode = 2
} else {
  await besideServer(async ({ db }) => {
    if (command.verb === 'reports') {
      for (const one of await showReports({ db })) console.log(JSON.stringify(one))
      return 0
    }
    const { verb, username } = command
    if (verb === 'show') {
      const found = await showPerson({ db }, username)
      if (found) for (const line of [found.person, ...found.reports]) console.log(JSON.stringify(line))
      else console.log(`There is nobody named ${username}.`)
      return found ? 0 : 1
    }
    const isDone =
      verb === 'hide'
        ? await hidePerson({ db }, username)
        : verb === 'suspend'
          ? await suspendPerson({ db }, username, command.until)
          : await restorePerson({ db }, username)
    console.log(isDone ? 'Done.' : `There is nobody named ${username} to ${verb}.`)
    return isDone ? 0 : 1
  })
}
