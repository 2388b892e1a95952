import { type MeterName, meters, plans } from '@wingmark/contract/plans'

const stretch = (meter: string) =>
  `case ${meter} ${Object.entries(meters)
    .map(([name, { per }]) => `when '${name}' then '${per}'`)
    .join(' ')} end`

/** When the current period began, in UTC. The database's clock decides the day for all processes. */
export const meterBegin = (meter: string) => `date_trunc(${stretch(meter)}, now() at time zone 'UTC')`
export const meterEnd = (meter: string) =>
  `(${meterBegin(meter)} + ('1 ' || ${stretch(meter)})::interval) at time zone 'UTC'`

const allowanceOf = (plan: string, meter: MeterName) =>
  `case ${plan} ${Object.entries(plans)
    .map(([name, allowances]) => `when '${name}' then ${allowances[meters[meter].allowance]}`)
    .join(' ')} end`

/** CTEs that charge a meter: `allowed.most` is the limit; `charged` has no row beyond it. `meterUsedUp` makes the refusal. */
export const chargeMeter = (meter: MeterName, { user, points }: { user: string; points: string }) =>
  `allowed as (
      select ${allowanceOf('plan', meter)} as most from users where id = ${user}
    ), charged as (
      insert into usage_meters as m (user_id, meter, period, used)
      select ${user}, '${meter}', ${meterBegin(`'${meter}'`)}::date, ${points} from allowed where ${points} <= most
      on conflict (user_id, meter, period) do update set used = m.used + excluded.used
        where m.used + excluded.used <= (select most from allowed)
      returning used
    )`
