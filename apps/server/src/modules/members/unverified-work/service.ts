export { unverifiedMembers } from '#server/modules/members/unverified-work/store'
