import assert from 'node:assert/strict';
import { checkPassword, createPasswords } from '../../lib/people/passwords.js';

const cheap = { ln: 1, r: 1, p: 1 };
const dearer = { ln: 2, r: 1, p: 1 };

describe("A user's password", () => {
  it('is stored as a hash with its parameters and a random salt', async () => {
    const passwords = createPasswords({ cost: cheap });
    const [one, other] = [
      await passwords.hash('quince and salt'),
      await passwords.hash('quince and salt'),
    ];
    assert.match(one, /^\$scrypt\$ln=1,r=1,p=1\$/);
    assert.notEqual(one, other);
    assert.equal(await passwords.verify('quince and salt', one), true);
    assert.equal(await passwords.verify('quince and sal', one), false);
  });

  it('is accepted in any Unicode form', async () => {
    const passwords = createPasswords({ cost: cheap });
    const hash = await passwords.hash('caf\u00e9 au lait');
    assert.equal(await passwords.verify('cafe\u0301 au lait', hash), true);
  });

  it('is never right for an unknown user or a broken hash', async () => {
    const passwords = createPasswords({ cost: cheap });
    assert.equal(await passwords.verify('anything at all', undefined), false);
    assert.equal(await passwords.verify('anything at all', '$scrypt$broken'), false);
    assert.equal(await passwords.verify('', '$scrypt$ln=30,r=8,p=1$AAAA$AAAA'), false);
  });

  it('is checked with the parameters of its hash, which is reported as outdated', async () => {
    const hash = await createPasswords({ cost: cheap }).hash('quince and salt');
    const today = createPasswords({ cost: dearer });
    assert.equal(await today.verify('quince and salt', hash), true);
    assert.equal(today.isOutdated(hash), true);
    assert.equal(today.isOutdated(await today.hash('quince and salt')), false);
  });

  it('has at least 10 characters and at most 1024', () => {
    assert.throws(() => checkPassword('too short'), { code: 'invalid', field: 'password' });
    assert.throws(() => checkPassword('x'.repeat(1025)), { code: 'invalid' });
    checkPassword('just right');
  });

  it('is hashed at most two at a time, and a flood is refused', async () => {
    const passwords = createPasswords({ cost: cheap, processors: 8 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => passwords.verify('guess', undefined)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 100 - 2 - 16);
    assert.equal(/** @type {PromiseRejectedResult} */ (refused[0]).reason.code, 'unavailable');
    assert.equal(await passwords.verify('afterwards it goes on', undefined), false);
  });

  it('is hashed one at a time where that leaves a processor free', async () => {
    const passwords = createPasswords({ cost: cheap, processors: 2 });
    const guesses = Array.from({ length: 100 }, () => passwords.verify('guess', undefined));
    const outcomes = await Promise.allSettled(guesses);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1 + 16);
  });
});
