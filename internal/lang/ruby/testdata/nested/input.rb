module A
  module B
    class C
      class D
        DEPTH = 4
        def outer
          def inner
            inner_local = 1
            inner_local
          end
          helper = Class.new do
            def anonymous; end
          end
          [1].each do |x|
            [2].each { |y| x + y }
          end
          x
        end

        class << self
          def klass
            class_eval do
              def made; end
            end
          end
        end
      end
    end
  end

  def self.top = B::C::D.new.outer

  if RUBY_VERSION > "3"
    def conditional; end
  else
    def conditional; end
  end
end

describe "Thing" do
  let(:thing) { Thing.new }
  subject { thing.value }

  before { @state = 1 }

  def helper_in_spec(x) = x

  it "works" do
    expect(thing.call(helper_in_spec(@state))).to eq(subject)
  end

  context "nested" do
    it { is_expected.to be(thing) }
  end
end
