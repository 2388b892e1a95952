import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DeleteAccount } from '#web/features/account/components/settings/account-deletion/delete-account'
import { AvatarField } from '#web/features/account/components/settings/avatar-field'
import { ChangeEmail } from '#web/features/account/components/settings/email/change-email'
import { ExportData } from '#web/features/account/components/settings/export-data'
import { MessagesMeter } from '#web/features/account/components/settings/messages-meter'
import { NotifyChoice } from '#web/features/account/components/settings/notify-choice'
import { PasswordForm } from '#web/features/account/components/settings/password-form'
import { ProfileForm } from '#web/features/account/components/settings/profile-form'
import { RemovedThings } from '#web/features/account/components/settings/removed-things'
import { SessionsList } from '#web/features/account/components/settings/sessions-list'
import { SettingsIndex } from '#web/features/account/components/settings/settings-index'
import { StorageMeter } from '#web/features/account/components/settings/storage-meter'
import { profileQuery } from '#web/features/account/queries'
import { AiSettings } from '#web/features/ai/settings/ai-settings'
import { BlockedPeople } from '#web/features/connections/components/blocked-people'
import { ProfileSettings } from '#web/features/connections/components/profile-settings'
import { InviteColleague } from '#web/features/invitations/components/invite-colleague'
import { OwnTestimonial } from '#web/features/testimonials/components/own-testimonial'
import { paths } from '#web/lib/paths'
import { Dialogs } from '#web/ui/dialogs'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import classes from './settings-page.module.css'

const sections = {
  you: 'You',
  profile: 'Connection Profile',
  email: 'Email address',
  password: 'Password',
  notifications: 'Email notifications',
  invite: 'Invite a colleague',
  testimonial: 'Your customer review',
  sessions: 'Sessions',
  storage: 'Storage',
  ai: 'AI characters',
  messages: 'Messages',
  data: 'Your data',
} as const

export function SettingsPage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <Dialogs>
      <Page title="Your Profile" name="Settings">
        <div className={classes.columns}>
          <SettingsIndex sections={sections} isReady={data !== undefined} />
          <div className={classes.sections}>
            {!data && error && <LoadError what="Your profile" onRetry={() => void refetch()} />}
            {!data && !error && [320, 280, 200].map((height) => <Skeleton key={height} height={height} />)}
            {data && (
              <>
                <Section of="you">
                  <div className={classes.you}>
                    <AvatarField user={data.user} />
                    <ProfileForm user={data.user} />
                  </div>
                </Section>
                <Section of="profile">
                  <ProfileSettings hasProfile={data.connectionProfile !== null} />
                </Section>
                <BlockedPeople />
                <Section of="email">
                  <ChangeEmail
                    email={data.user.email}
                    isConfirmed={data.settings.isEmailConfirmed}
                    hasPassword={data.settings.signsInWith.includes('PASSWORD')}
                  />
                </Section>
                <Section of="password">
                  {data.settings.signsInWith.includes('PASSWORD') ? (
                    <PasswordForm email={data.user.email} />
                  ) : (
                    <Text size="sm">
                      This account has no password: you sign in{' '}
                      {data.settings.signsInWith.includes('GOOGLE') ? 'with Google' : 'with a code by email'}.
                      You can{' '}
                      <Link to={paths.forgotPassword} state={{ email: data.user.email }}>
                        set one with a link by email
                      </Link>
                      .
                    </Text>
                  )}
                </Section>
                <Section of="notifications">
                  <NotifyChoice mode={data.settings.notify} chosen={data.settings.mailAreas} />
                </Section>
                <Section of="invite">
                  <InviteColleague />
                </Section>
                <Section of="testimonial">
                  <OwnTestimonial />
                </Section>
                <Section of="sessions">
                  <SessionsList />
                </Section>
                <Section of="storage">
                  <StorageMeter />
                </Section>
                <Section of="ai">
                  <AiSettings />
                </Section>
                <Section of="messages">
                  <MessagesMeter />
                </Section>
                <Section of="data">
                  <div className={classes.you}>
                    <ExportData />
                    {data.settings.earlier?.state === 'REMOVED' && (
                      <RemovedThings removed={data.settings.earlier} />
                    )}
                    <DeleteAccount
                      email={data.user.email}
                      hasPassword={data.settings.signsInWith.includes('PASSWORD')}
                    />
                  </div>
                </Section>
              </>
            )}
            <nav aria-label="About Wingmark" className={classes.about}>
              <Link to={paths.help}>Help Center</Link>
              <Link to={paths.terms}>Terms</Link>
              <Link to={paths.privacy}>Privacy</Link>
            </nav>
          </div>
        </div>
      </Page>
    </Dialogs>
  )
}

function Section({ of, children }: { of: keyof typeof sections; children: ReactNode }) {
  return (
    <PageSection id={of} title={sections[of]}>
      <Panel isPadded>{children}</Panel>
    </PageSection>
  )
}
