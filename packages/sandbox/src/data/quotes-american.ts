import type { QuotedAuthor } from './quoted-author.ts';

/** American authors of the nineteenth century. */
export const americanAuthors: QuotedAuthor[] = [
  {
    name: 'Ralph Waldo Emerson',
    description: 'American essayist',
    bio: 'Left the pulpit for the lecture hall and told a young nation to trust its own mind.',
    quotes: `
      Wisdom, Famous Quotes | A foolish consistency is the hobgoblin of little minds.
      Success | To be great is to be misunderstood.
      Motivational, Success | Nothing great was ever achieved without enthusiasm.
      Motivational, Inspirational | Hitch your wagon to a star.
      Self Help, Character | Trust thyself: every heart vibrates to that iron string.
      Friendship, Famous Quotes | The only way to have a friend is to be one.
      Nature | What is a weed? A plant whose virtues have not yet been discovered.
      Peace, Self Help | Nothing can bring you peace but yourself.
      Work | The reward of a thing well done, is to have done it.
      Humor, Life | In skating over thin ice our safety is in our speed.
      Humor | Every hero becomes a bore at last.
      Freedom | Society everywhere is in conspiracy against the manhood of every one of its members.
    `,
  },
  {
    name: 'Henry David Thoreau',
    description: 'American writer and naturalist',
    bio: 'Lived two years in a hut by Walden Pond, and one night in jail for a tax he would not pay.',
    quotes: `
      Life, Famous Quotes | The mass of men lead lives of quiet desperation.
      Life, Self Help | Our life is frittered away by detail. Simplify, simplify.
      Nature, Life | I went to the woods because I wished to live deliberately, to front only the essential facts of life, and see if I could not learn what it had to teach, and not, when I came to die, discover that I had not lived.
      Humor, Business | Beware of all enterprises that require new clothes.
      Freedom, Music | If a man does not keep pace with his companions, perhaps it is because he hears a different drummer.
      Truth | Rather than love, than money, than fame, give me truth.
      Motivational, Future | If you have built castles in the air, your work need not be lost; that is where they should be. Now put the foundations under them.
      Time, Nature | Time is but the stream I go a-fishing in.
      Nature | In wildness is the preservation of the world.
      Change | Things do not change; we change.
      Nature, Religion | Heaven is under our feet as well as over our heads.
      Social Justice, Politics | Under a government which imprisons any unjustly, the true place for a just man is also a prison.
    `,
  },
  {
    name: 'Walt Whitman',
    description: 'American poet',
    bio: 'Printer and hospital volunteer who kept enlarging one book, Leaves of Grass, for thirty-seven years.',
    quotes: `
      Character | Do I contradict myself? Very well then I contradict myself, (I am large, I contain multitudes.)
      Nature | I believe a leaf of grass is no less than the journey-work of the stars.
      Self Help | I exist as I am, that is enough.
      Freedom, Politics | Resist much, obey little.
      Social Justice | Whoever degrades another degrades me.
      Leadership, History | O Captain! my Captain! our fearful trip is done.
    `,
  },
  {
    name: 'Emily Dickinson',
    description: 'American poet',
    bio: 'Rarely left her father’s house in Amherst; nearly all of her 1,800 poems were found after her death.',
    quotes: `
      Inspirational, Faith | Hope is the thing with feathers That perches in the soul, And sings the tune without the words, And never stops at all.
      Life, Time | Because I could not stop for Death, He kindly stopped for me; The carriage held but just ourselves And Immortality.
      Humor | I'm nobody! Who are you? Are you nobody, too?
      Literature, Travel | There is no frigate like a book To take us lands away.
      Kindness | If I can stop one heart from breaking, I shall not live in vain.
      Success | Success is counted sweetest By those who ne'er succeed.
    `,
  },
  {
    name: 'Nathaniel Hawthorne',
    description: 'American novelist',
    bio: 'Customs officer at Salem, descendant of a judge of the witch trials, author of The Scarlet Letter.',
    quotes: `
      Truth, Character | No man, for any considerable period, can wear one face to himself, and another to the multitude, without finally getting bewildered as to which may be the true.
      Happiness | Happiness in this world, when it comes, comes incidentally. Make it the object of pursuit, and it leads us a wild-goose chase, and is never attained.
    `,
  },
  {
    name: 'Edgar Allan Poe',
    description: 'American poet and storyteller',
    bio: 'Editor and critic who invented the detective story and perfected the tale of terror.',
    quotes: `
      Philosophy, Life | All that we see or seem Is but a dream within a dream.
      Inspirational, Knowledge | Those who dream by day are cognizant of many things which escape those who dream only by night.
      Love | We loved with a love that was more than love.
    `,
  },
  {
    name: 'Herman Melville',
    description: 'American novelist',
    bio: 'Sailed on whalers, lived among islanders, and saw his greatest book forgotten in his lifetime.',
    quotes: `
      Humor, Religion | Better sleep with a sober cannibal than a drunken Christian.
      Literature, Success | It is better to fail in originality than to succeed in imitation.
      Travel, Truth | It is not down in any map; true places never are.
    `,
  },
  {
    name: 'Henry Wadsworth Longfellow',
    description: 'American poet',
    bio: 'Professor of languages at Harvard, the most read poet of his day, and a translator of Dante.',
    quotes: `
      Inspirational, Life, History | Lives of great men all remind us We can make our lives sublime, And, departing, leave behind us Footprints on the sands of time.
      Life | Into each life some rain must fall, Some days must be dark and dreary.
      Music | Music is the universal language of mankind.
      Work, Perseverance | Learn to labor and to wait.
      Success, Character | We judge ourselves by what we feel capable of doing, while others judge us by what we have already done.
    `,
  },
  {
    name: 'Oliver Wendell Holmes Sr.',
    description: 'American physician and poet',
    bio: 'Professor of anatomy who entertained Boston from the breakfast table.',
    quotes: `
      Knowledge, Change | Every now and then a man's mind is stretched by a new idea or sensation, and never shrinks back to its former dimensions.
      Wisdom | A moment's insight is sometimes worth a life's experience.
      Education, Leadership | The world's great men have not commonly been great scholars, nor its great scholars great men.
    `,
  },
  {
    name: 'Abraham Lincoln',
    description: 'Sixteenth president of the United States',
    bio: 'Lawyer from Illinois, schooled mostly by himself, who held the Union together and ended slavery in it.',
    quotes: `
      Politics, Famous Quotes | A house divided against itself cannot stand.
      Peace, Kindness, Politics | With malice toward none; with charity for all; with firmness in the right, as God gives us to see the right, let us strive on to finish the work we are in.
      Politics, Freedom | Government of the people, by the people, for the people, shall not perish from the earth.
      Freedom, Social Justice | As I would not be a slave, so I would not be a master. This expresses my idea of democracy.
      Freedom, Social Justice | Those who deny freedom to others deserve it not for themselves.
      Faith, Courage | Let us have faith that right makes might, and in that faith let us to the end dare to do our duty as we understand it.
      Change, History | The dogmas of the quiet past are inadequate to the stormy present.
      Social Justice | If slavery is not wrong, nothing is wrong.
    `,
  },
  {
    name: 'Frederick Douglass',
    description: 'American abolitionist and writer',
    bio: 'Escaped from slavery at twenty, and became its most powerful accuser in print and on the platform.',
    quotes: `
      Social Justice, Change, Famous Quotes | If there is no struggle there is no progress.
      Power Quotes, Social Justice | Power concedes nothing without a demand. It never did and it never will.
      Character, Social Justice | I would unite with anybody to do right; and with nobody to do wrong.
      Freedom, Courage | You have seen how a man was made a slave; you shall see how a slave was made a man.
      Freedom, Social Justice | No man can put a chain about the ankle of his fellow man without at last finding the other end fastened about his own neck.
      Politics, Truth | The life of the nation is secure only while the nation is honest, truthful, and virtuous.
    `,
  },
  {
    name: 'Sojourner Truth',
    description: 'American preacher and abolitionist',
    bio: 'Walked away from slavery in 1826, won her son back in court, and preached from town to town.',
    quotes: `
      Truth, Power Quotes | Truth is powerful and it prevails.
    `,
  },
  {
    name: 'Margaret Fuller',
    description: 'American journalist',
    bio: 'First editor of The Dial, and foreign correspondent during the Roman republic of 1849.',
    quotes: `
      Life, Self Help | Very early, I knew that the only object in life was to grow.
    `,
  },
  {
    name: 'Harriet Beecher Stowe',
    description: 'American novelist',
    bio: 'Her novel of 1852 against slavery sold three hundred thousand copies in its first year.',
    quotes: `
      Family, Love | The bitterest tears shed over graves are for words left unsaid and deeds left undone.
      Perseverance, Motivational | Never give up, for that is just the place and time that the tide will turn.
    `,
  },
  {
    name: 'Louisa May Alcott',
    description: 'American novelist',
    bio: 'Nursed soldiers, supported her family by thrillers, and drew on her three sisters for Little Women.',
    quotes: `
      Courage, Inspirational | I am not afraid of storms, for I am learning how to sail my ship.
      Love, Beauty | Love is a great beautifier.
      Literature, Humor | She is too fond of books, and it has turned her brain.
    `,
  },
  {
    name: 'Susan B. Anthony',
    description: 'American campaigner for women’s suffrage',
    bio: 'Organized and lectured for fifty years, and was fined in 1872 because she had voted.',
    quotes: `
      Motivational, Perseverance | Failure is impossible.
      Social Justice | Men, their rights and nothing more; women, their rights and nothing less.
      Change, Social Justice | Cautious, careful people, always casting about to preserve their reputation and social standing, never can bring about a reform.
    `,
  },
  {
    name: 'Mark Twain',
    description: 'American writer and humorist',
    bio: 'Samuel Clemens, river pilot and printer, took his pen name from the call of the leadsman.',
    quotes: `
      Character, Humor | Always do right. This will gratify some people, and astonish the rest.
      Humor | Be good and you will be lonesome.
      Humor, Character | Man is the only animal that blushes. Or needs to.
      Humor | When angry, count four; when very angry, swear.
      Literature | The difference between the almost right word and the right word is really a large matter—it's the difference between the lightning-bug and the lightning.
      Truth, Literature | Truth is stranger than fiction, but it is because fiction is obliged to stick to possibilities; truth isn't.
      Courage | Courage is resistance to fear, mastery of fear—not absence of fear.
      Education, Humor | Training is everything. The peach was once a bitter almond; cauliflower is nothing but cabbage with a college education.
      Life, Humor | Let us so live that when we come to die even the undertaker will be sorry.
      Humor, Character | Few things are harder to put up with than the annoyance of a good example.
      Change, Self Help | Habit is habit, and not to be flung out of the window by any man, but coaxed downstairs a step at a time.
      Humor | The report of my death was an exaggeration.
      Happiness, Friendship | Grief can take care of itself, but to get the full value of a joy you must have somebody to divide it with.
      Character | Everyone is a moon, and has a dark side which he never shows to anybody.
      Travel | Travel is fatal to prejudice, bigotry, and narrow-mindedness.
    `,
  },
  {
    name: 'Booker T. Washington',
    description: 'American educator',
    bio: 'Born in slavery, he built up the school at Tuskegee together with its first students.',
    quotes: `
      Work, Success | Nothing ever comes to one, that is worth having, except as a result of hard work.
      Success, Perseverance | Success is to be measured not so much by the position that one has reached in life as by the obstacles which he has overcome while trying to succeed.
      Character, Social Justice | I will permit no man to narrow and degrade my soul by making me hate him.
    `,
  },
];
