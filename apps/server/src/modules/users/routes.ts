import { listSharedWork as listSharedWorkRoute } from '@wingmark/contract/account-deletion'
import { requestExport as requestExportRoute } from '@wingmark/contract/account-export'
import * as contract from '@wingmark/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import { networkOf } from '#server/http/network'
import { deleteAccount, listSharedWork } from '#server/modules/users/account-deletion/service'
import { mountAvatars } from '#server/modules/users/avatar/routes'
import { mountChangeEmail } from '#server/modules/users/change-email/routes'
import { requestLoginCode, signInWithCode } from '#server/modules/users/codes/service'
import { mountConfirming } from '#server/modules/users/confirm-email/routes'
import { mountExport } from '#server/modules/users/export/routes'
import { requestExport } from '#server/modules/users/export/service'
import { signInWithGoogle } from '#server/modules/users/google/service'
import { checkEmail, getUserInvitation, inviteUser } from '#server/modules/users/invitations/service'
import { registerUser } from '#server/modules/users/registration/service'
import { requestReset, resetPassword } from '#server/modules/users/reset/service'
import * as service from '#server/modules/users/service'
import { endSession, listSessions, signOut, type Visit } from '#server/modules/users/sessions/service'
import { changePassword, updateProfile } from '#server/modules/users/settings/service'
import { answerUnverifiedWork } from '#server/modules/users/unverified-work/service'

const accepted = { result: { accepted: true as const } }

const visitOf = ({ request, actor }: { request: FastifyRequest; actor: Actor }): Visit => ({
  ip: networkOf(request.ip),
  device: request.headers['user-agent'] ?? null,
  actor,
})

export function mountUsers(given: Mounting): void {
  const { mount, deps } = given
  mountAvatars(given)
  mountChangeEmail(given)
  mountConfirming(given)
  mountExport(given)
  mountSigningIn(given)
  mount(contract.logout, async ({ actor, body }) => ({
    result: { ended: await signOut(deps, actor, body.everywhere ?? false) },
  }))
  mount(contract.getProfile, async ({ actor }) => ({ result: await service.getProfile(deps, actor) }))
  mount(contract.updateProfile, async ({ actor, body }) => ({
    result: await updateProfile(deps, actor, body),
  }))
  mount(contract.answerUnverifiedWork, async ({ actor, body }) => {
    await answerUnverifiedWork(deps, actor, body)
    return { result: await service.getProfile(deps, actor) }
  })
  mount(contract.changePassword, async ({ actor, body }) => {
    await changePassword(deps, actor, body)
    return accepted
  })
  mount(contract.listSessions, async ({ actor }) => ({ results: await listSessions(deps, actor) }))
  mount(contract.endSession, async ({ actor, params }) => {
    await endSession(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.getUsage, async ({ actor }) => ({ result: await service.getUsage(deps, actor) }))
  mount(listSharedWorkRoute, async ({ actor }) => ({ results: await listSharedWork(deps, actor) }))
  mount(contract.deleteAccount, async ({ actor, body }) => {
    await deleteAccount(deps, actor, body)
    return { result: { _id: actor.id } }
  })
  mount(requestExportRoute, async ({ actor }) => ({ result: await requestExport(deps, actor) }))
  mount(contract.inviteUser, async ({ actor, body }) => {
    await inviteUser(deps, actor, body)
    return accepted
  })
  mount(contract.getUserInvitation, async ({ ip, body }) => ({
    result: await getUserInvitation(deps, ip, body.token),
  }))
}

function mountSigningIn({ mount, deps }: Mounting): void {
  mount(contract.register, async ({ body, ...call }) => ({
    result: await registerUser(deps, visitOf(call), body),
  }))
  mount(contract.login, async ({ body, ...call }) => ({
    result: await service.signIn(deps, visitOf(call), body),
  }))
  mount(contract.sendLoginCode, async ({ body, ...call }) => {
    await requestLoginCode(deps, visitOf(call), body)
    return accepted
  })
  mount(contract.verifyLoginCode, async ({ body, ...call }) => ({
    result: await signInWithCode(deps, visitOf(call), body),
  }))
  mount(contract.googleLogin, async ({ body, ...call }) => ({
    result: await signInWithGoogle(deps, visitOf(call), body),
  }))
  mount(contract.getSignInOptions, async () => ({ result: { googleClientId: deps.google.clientId } }))
  mount(contract.forgetPassword, async ({ body, ...call }) => {
    await requestReset(deps, visitOf(call), body)
    return accepted
  })
  mount(contract.resetPassword, async ({ body, ...call }) => {
    await resetPassword(deps, visitOf(call), body)
    return accepted
  })
  mount(contract.checkEmail, async ({ ip, body }) => ({ result: await checkEmail(deps, ip, body.email) }))
  mount(contract.createGuest, async ({ ip, body }) => ({ result: await service.becomeGuest(deps, ip, body) }))
}
