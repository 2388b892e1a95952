import { Menu, Text } from '@mantine/core'
import { IconHelpCircle, IconLogout, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clientMessages } from '@wingmark/contract/errors'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PhoneLinks } from '#web/app/shells/phone-links'
import { ThemeChoice } from '#web/app/shells/theme-choice'
import { profileQuery, signOut } from '#web/features/account/queries'
import { waitingOf } from '#web/features/offline/waiting'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { leaveSession } from '#web/lib/session'
import { toastError } from '#web/lib/toast'
import type { MenuPlace } from '#web/ui/late-menu'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { MenuAt } from '#web/ui/menu-at'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './account-menu.module.css'

const QuestionDialog = lazily(
  () => import('#web/ui/question-dialog').then((part) => part.QuestionDialog),
  (late, { onDismiss }) => <LateDialog late={late} what="The sign-out dialog" onClose={onDismiss} />,
)

// The specification's words and links for the dropdown and the phone's menu.
const desktopWords = { profile: 'Your profile', help: 'Help center', leave: 'Sign out', after: paths.signIn }
const phoneWords = { profile: 'Your Profile', help: 'Help Center', leave: 'Sign Out', after: paths.home }

/** The items of the account menu. */
export function AccountActions({ place }: { place: MenuPlace }) {
  const { data } = useQuery(profileQuery)
  const isPhone = useIsPhone()
  const words = isPhone ? phoneWords : desktopWords
  const [waiting, setWaiting] = useState<string | null>(null)
  const ask = () => {
    const what = waitingOf(data?.user._id ?? null)
    if (what === null) void leave()
    else setWaiting(what)
  }
  const leave = async () => {
    setWaiting(null)
    try {
      await signOut()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) return toastError(clientMessages.logoutFailed)
    }
    void leaveSession(words.after)
  }
  return (
    <>
      {waiting !== null && (
        <Suspense>
          <QuestionDialog
            opened
            title="Not everything has been sent yet"
            main={{ label: 'Stay signed in', onChoose: () => setWaiting(null) }}
            other={{ label: words.leave, onChoose: () => void leave() }}
            onDismiss={() => setWaiting(null)}
          >
            {waiting}. What isn’t sent stays here, hidden from others, and is sent when you sign in here
            again.
          </QuestionDialog>
        </Suspense>
      )}
      <MenuAt place={place} position="bottom-end" width={240} onOpen={QuestionDialog.preload}>
        <Menu.Dropdown>
          {data && (
            <div className={classes.who}>
              <Text fw={600} size="sm" truncate>
                {data.user.name}
              </Text>
              <Text c="dimmed" size="xs" truncate>
                {data.user.email}
              </Text>
            </div>
          )}
          <Menu.Divider />
          {isPhone && <PhoneLinks hasProfile={Boolean(data?.connectionProfile)} />}
          <Menu.Item component={Link} to={paths.settings} leftSection={<IconUser size={16} />}>
            {words.profile}
          </Menu.Item>
          {isPhone ? (
            // As specified, this one only closes the menu; on phones, Your Profile links to the help.
            <Menu.Item leftSection={<IconHelpCircle size={16} />}>{words.help}</Menu.Item>
          ) : (
            <Menu.Item component={Link} to={paths.help} leftSection={<IconHelpCircle size={16} />}>
              {words.help}
            </Menu.Item>
          )}
          <ThemeChoice />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={ask}>
            {words.leave}
          </Menu.Item>
        </Menu.Dropdown>
      </MenuAt>
    </>
  )
}
