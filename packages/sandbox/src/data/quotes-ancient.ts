import type { QuotedAuthor } from './quoted-author.ts';

/** Authors up to the fifteenth century. */
export const ancientAuthors: QuotedAuthor[] = [
  {
    name: 'Marcus Aurelius',
    description: 'Roman emperor',
    bio: 'Ruled Rome from 161 to 180 and kept a notebook of Stoic exercises, written for nobody but himself.',
    quotes: `
      Philosophy, Change | The universe is transformation: life is opinion.
      Character, Philosophy | Such as are thy habitual thoughts, such also will be the character of thy mind; for the soul is dyed by the thoughts.
      Character, Wisdom | The best way of avenging thyself is not to become like the wrong doer.
      Nature, Philosophy | That which is not good for the swarm, neither is it good for the bee.
      Time, Life, Character | Do not act as if thou wert going to live ten thousand years. Death hangs over thee. While thou livest, while it is in thy power, be good.
      Character, Motivational | No longer talk at all about the kind of man that a good man ought to be, but be such.
    `,
  },
  {
    name: 'Seneca',
    description: 'Roman statesman and philosopher',
    bio: 'Tutor and adviser to Nero, playwright, and author of 124 letters to his friend Lucilius on how to live.',
    link: 'https://en.wikipedia.org/wiki/Seneca_the_Younger',
    quotes: `
      Happiness, Wealth, Wisdom | It is not the man who has too little, but the man who craves more, that is poor.
      Time | Nothing, Lucilius, is ours, except time.
      Life, Wisdom | We suffer more often in imagination than in reality.
      Travel, Wisdom | Everywhere means nowhere.
      Time, Life | While we are postponing, life speeds by.
    `,
  },
  {
    name: 'Epictetus',
    description: 'Greek Stoic philosopher',
    bio: 'Born a slave, he later taught at Nicopolis. His pupil Arrian wrote the lessons down.',
    quotes: `
      Philosophy, Wisdom | Men are disturbed not by the things which happen, but by the opinions about the things.
      Perseverance, Nature | No great thing is created suddenly, any more than a bunch of grapes or a fig.
      Motivational, Self Help | First say to yourself what you would be; and then do what you have to do.
      Literature, Work | If you would be a good reader, read; if a writer, write.
    `,
  },
  {
    name: 'Confucius',
    description: 'Chinese philosopher',
    bio: 'Teacher of the state of Lu, whose sayings his students collected in the Analects.',
    quotes: `
      Kindness, Wisdom, Famous Quotes | What you do not want done to yourself, do not do to others.
      Friendship | Have no friends not equal to yourself.
      Education, Knowledge | Learning without thought is labour lost; thought without learning is perilous.
      Knowledge, Wisdom | When you know a thing, to hold that you know it; and when you do not know a thing, to allow that you do not know it;—this is knowledge.
      Wisdom | The cautious seldom err.
      Courage, Character | To see what is right and not to do it is want of courage.
    `,
  },
  {
    name: 'Lao Tzu',
    description: 'Chinese sage',
    bio: 'By tradition the keeper of an archive at the court of Zhou and the author of the Tao Te Ching.',
    quotes: `
      Perseverance, Famous Quotes, Travel | The tree which fills the arms grew from the tiniest sprout; the tower of nine storeys rose from a small heap of earth; the journey of a thousand li commenced with a single step.
      Wisdom, Self Help | He who knows other men is discerning; he who knows himself is intelligent.
      Nature, Philosophy | The highest excellence is like that of water.
      Leadership, Politics | Governing a great state is like cooking small fish.
    `,
  },
  {
    name: 'Heraclitus',
    description: 'Greek philosopher',
    bio: 'Thinker of Ephesus who saw the world as constant change. Only fragments of his one book are left.',
    quotes: `
      Change, Philosophy, Famous Quotes | You cannot step twice into the same rivers; for fresh waters are ever flowing in upon you.
      Nature | Nature loves to hide.
      Philosophy | The way up and the way down is one and the same.
      Character | Man's character is his fate.
    `,
  },
  {
    name: 'Socrates',
    description: 'Greek philosopher',
    bio: 'Questioned the citizens of Athens in its streets, wrote nothing, and was put to death in 399 BC.',
    quotes: `
      Philosophy, Life, Famous Quotes | The life which is unexamined is not worth living.
      Faith, Character | No evil can happen to a good man, either in life or after death.
      Freedom, Politics | I am not an Athenian or a Greek, but a citizen of the world.
    `,
  },
  {
    name: 'Plato',
    description: 'Greek philosopher',
    bio: 'Student of Socrates and founder of the Academy. Nearly all of his works are dialogues.',
    quotes: `
      Work, Motivational | The beginning is the most important part of any work.
      Education, Knowledge | Knowledge which is acquired under compulsion obtains no hold on the mind.
      Education, Future | The direction in which education starts a man, will determine his future life.
      Politics, Philosophy | Until philosophers are kings, or the kings and princes of this world have the spirit and power of philosophy, cities will never have rest from their evils.
    `,
  },
  {
    name: 'Aristotle',
    description: 'Greek philosopher and naturalist',
    bio: 'Studied under Plato, taught Alexander, and wrote on nearly everything there was to know.',
    quotes: `
      Happiness, Nature | One swallow does not make a summer, nor does one day.
      Knowledge, Science | All men by nature desire to know.
      Politics | Man is by nature a political animal.
      Friendship | Without friends no one would choose to live, though he had all other goods.
    `,
  },
  {
    name: 'Cicero',
    description: 'Roman orator and statesman',
    bio: 'Consul in 63 BC, the most famous speaker of the republic, and a tireless writer of letters.',
    quotes: `
      Politics | The welfare of the people is the supreme law.
      History, Education | Not to know what happened before one was born is always to be a child.
      Philosophy, Humor | There is nothing so absurd but some philosopher has said it.
      War, Wealth | Endless money forms the sinews of war.
    `,
  },
  {
    name: 'Horace',
    description: 'Roman poet',
    bio: 'Son of a freed slave, poet of the Odes and Epistles, and the owner of a much praised farm.',
    quotes: `
      Time, Life, Famous Quotes | Seize the day, trusting as little as possible to tomorrow.
      Motivational, Work | He has half the deed done who has made a beginning.
      Wisdom | Anger is a short madness.
      War, Wisdom | Force without wisdom falls of its own weight.
    `,
  },
  {
    name: 'Virgil',
    description: 'Roman poet',
    bio: 'Wrote the Eclogues, the Georgics and, over his last eleven years, the Aeneid.',
    quotes: `
      Love, Famous Quotes | Love conquers all things; let us too surrender to Love.
      Courage | Fortune favors the bold.
      Success, Motivational | They can because they think they can.
      Science, Happiness, Knowledge | Happy is he who has been able to learn the causes of things.
    `,
  },
  {
    name: 'Ovid',
    description: 'Roman poet',
    bio: 'Retold 250 myths in the Metamorphoses, and ended his days in exile on the Black Sea.',
    quotes: `
      Time | Time is the devourer of all things.
      Perseverance, Nature | Dripping water hollows out a stone.
      Love, Courage | Fortune and love favor the brave.
      Love | To be loved, be lovable.
    `,
  },
  {
    name: 'Publilius Syrus',
    description: '',
    bio: '',
    link: '',
    quotes: `
      Change, Work | A rolling stone gathers no moss.
      Education, Work | Practice is the best of all instructors.
      Happiness | No man is happy who does not think himself so.
      Leadership | Anyone can hold the helm when the sea is calm.
    `,
  },
  {
    name: 'Aesop',
    description: 'Teller of fables',
    bio: '',
    quotes: `
      Friendship, Kindness | Little friends may prove great friends.
      Perseverance | Slow and steady wins the race.
      Truth | Appearances often are deceiving.
      Peace, Happiness | Better beans and bacon in peace than cakes and ale in fear.
      Courage, Humor | It is easy to be brave from a safe distance.
    `,
  },
  {
    name: 'Sun Tzu',
    description: 'Chinese strategist',
    bio: 'General of the state of Wu to whom the thirteen chapters of The Art of War are ascribed.',
    quotes: `
      War | All warfare is based on deception.
      War, Knowledge, Power Quotes | If you know the enemy and know yourself, you need not fear the result of a hundred battles.
      War, Leadership | Supreme excellence consists in breaking the enemy's resistance without fighting.
      War, Peace | There is no instance of a country having benefited from prolonged warfare.
    `,
  },
  {
    name: 'Sophocles',
    description: 'Greek tragedian',
    bio: 'Won the Athenian drama contest more often than anyone. Seven of his plays survive whole.',
    quotes: `
      Truth | No man delights in the bearer of bad news.
      Wisdom, Happiness | Wisdom is the supreme part of happiness.
    `,
  },
  {
    name: 'Augustine of Hippo',
    description: 'Bishop and theologian',
    bio: 'North African bishop whose Confessions are the first autobiography of the West.',
    quotes: `
      Religion, Faith | Thou madest us for Thyself, and our heart is restless, until it repose in Thee.
      Religion, Humor | Give me chastity and continency, only not yet.
      Time, Philosophy | What then is time? If no one asks me, I know: if I wish to explain it to one that asketh, I know not.
    `,
  },
  {
    name: 'Omar Khayyam',
    description: 'Persian astronomer and poet',
    bio: 'Reformed the calendar, solved cubic equations, and left quatrains that became famous in English.',
    quotes: `
      Time, Life | The Moving Finger writes; and, having writ, Moves on: nor all thy Piety nor Wit Shall lure it back to cancel half a Line, Nor all thy Tears wash out a Word of it.
      Love, Happiness | A Book of Verses underneath the Bough, A Jug of Wine, a Loaf of Bread—and Thou.
    `,
  },
  {
    name: 'Dante Alighieri',
    description: 'Italian poet',
    bio: 'Banished from Florence in 1302, he wrote the Divine Comedy in exile, and in the language of the people.',
    quotes: `
      Famous Quotes, Religion | All hope abandon, ye who enter here.
      Love, Religion | The Love which moves the sun and the other stars.
      Life, Literature | Midway upon the journey of our life I found myself within a forest dark, For the straightforward pathway had been lost.
    `,
  },
];
