import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { FailureReason } from '../transfers/events.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import { formatTime } from '../transfers/money.ts';
import type { TestClock } from '../transfers/test-clocks.ts';
import type { TransferStatus } from '../transfers/transfers.ts';
import { between, type PageRequest, pageOf } from './pages.ts';

interface Simulation {
  readonly test_clock_id?: string;
  readonly webhook?: string;
  readonly failure_reason?: FailureReason;
}

type Refunded = Parameters<MoneyMovement['refunds']['simulate']>[1];
type Swept = Parameters<MoneyMovement['sweeps']['simulate']>[1];

/** What only the test environment does with transfers, whose state never changes on its own. */
export function transferSimulationEndpoints(money: MoneyMovement): Endpoint[] {
  const { transfers, refunds, sweeps, ledgers, events, testClocks, recurring } = money;
  const sweepSimulation = (kind: 'deposit' | 'withdraw') =>
    endpoint(
      `/sandbox/transfer/ledger/${kind}/simulate`,
      (body: { sweep_id: string; event_type: string; failure_reason?: FailureReason }) => {
        const sweep = sweeps.find(body.sweep_id);
        if (sweep.ledger === undefined || sweep.cents < 0 !== (kind === 'deposit'))
          refuse('INVALID_FIELD', `sweep_id must be that of a ledger ${kind}`);
        const next = body.event_type.replace('sweep.', '') as Swept;
        sweeps.simulate(sweep, next, testClocks.now(undefined), body.failure_reason);
      },
    );
  const present = ({ id, time }: TestClock) => ({ test_clock_id: id, virtual_time: formatTime(time) });

  return [
    endpoint('/sandbox/transfer/simulate', (body: Simulation & { transfer_id: string; event_type: TransferStatus }) => {
      const at = testClocks.now(body.test_clock_id);
      transfers.simulate(transfers.find(body.transfer_id), body.event_type, at, body.failure_reason);
      events.announce(body.webhook);
    }),
    endpoint('/sandbox/transfer/fire_webhook', ({ webhook }: { webhook: string }) => events.announce(webhook)),
    endpoint('/sandbox/transfer/sweep/simulate', ({ test_clock_id, webhook }: Simulation) => {
      const sweep = sweeps.collect(testClocks.now(test_clock_id));
      events.announce(webhook);
      return { sweep: sweep ? sweeps.present(sweep) : null };
    }),
    endpoint('/sandbox/transfer/refund/simulate', (body: Simulation & { refund_id: string; event_type: string }) => {
      const next = body.event_type.replace('refund.', '') as Refunded;
      refunds.simulate(body.refund_id, next, testClocks.now(body.test_clock_id), body.failure_reason);
      events.announce(body.webhook);
    }),
    endpoint('/sandbox/transfer/repayment/simulate', () =>
      refuse('INVALID_FIELD', 'there must be a guaranteed transfer that was returned and is not repaid'),
    ),
    endpoint(
      '/sandbox/transfer/ledger/simulate_available',
      ({ ledger_id, test_clock_id, webhook }: Simulation & { ledger_id?: string }) => {
        const due = test_clock_id === undefined ? undefined : testClocks.find(test_clock_id).time;
        sweeps.release(ledgers.find(ledger_id), testClocks.now(test_clock_id), due);
        events.announce(webhook);
      },
    ),
    sweepSimulation('deposit'),
    sweepSimulation('withdraw'),
    endpoint('/sandbox/transfer/test_clock/create', ({ virtual_time }: { virtual_time?: string }) => ({
      test_clock: present(testClocks.create(virtual_time === undefined ? undefined : Date.parse(virtual_time))),
    })),
    endpoint(
      '/sandbox/transfer/test_clock/advance',
      ({ test_clock_id, new_virtual_time }: Record<'test_clock_id' | 'new_virtual_time', string>) =>
        recurring.advance(testClocks.find(test_clock_id), Date.parse(new_virtual_time)),
    ),
    endpoint('/sandbox/transfer/test_clock/get', ({ test_clock_id }: { test_clock_id: string }) => ({
      test_clock: present(testClocks.find(test_clock_id)),
    })),
    endpoint(
      '/sandbox/transfer/test_clock/list',
      (body: PageRequest & { start_virtual_time?: string; end_virtual_time?: string }) => ({
        test_clocks: pageOf(
          testClocks.list().filter(({ time }) => between(time, body.start_virtual_time, body.end_virtual_time)),
          body,
        ).map(present),
      }),
    ),
  ];
}
