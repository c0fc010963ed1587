import fc from '@/testing/fast-check';
import { anyRule } from '@/testing/recurrence-oracle';
import { draftPayload } from './draft';
import { ruleOfWire, wireRule, withRule } from './rule';

const card = {
  text: 'Полить цветы',
  dateTime: null,
  date: null,
  typeId: 1,
  categoryId: 1,
  flood: false,
  floodInterval: null,
};

test('every rule comes back from the wire as it went', () => {
  fc.assert(
    fc.property(fc.option(anyRule), (rule) => {
      const sent: unknown = JSON.parse(JSON.stringify({ ...card, ...wireRule(rule) }));
      expect(ruleOfWire(draftPayload.parse(sent))).toEqual(rule);
    }),
  );
});

test('of a former repetition nothing stays', () => {
  fc.assert(
    fc.property(anyRule, fc.option(anyRule), (former, rule) => {
      const carrier = { ...card, ...wireRule(former) };
      expect(withRule(carrier, rule)).toEqual({ ...card, ...wireRule(rule) });
    }),
  );
});
