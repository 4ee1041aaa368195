class User < ApplicationRecord
  has_many :posts, -> { order(:id) }, dependent: :destroy
  has_one :profile
  belongs_to :account, optional: true
  has_one_attached :avatar
  enum :status, { active: 0, closed: 1 }
  enum role: %i[admin guest]
  attribute :score, :integer
  alias_attribute :login, :name

  # Those who may sign in.
  scope :active, -> { where(closed: false) }
  scope :named, ->(name) { where(name: name) }

  validates :email, presence: true, if: :local?
  validate :check_email
  before_save :normalize, unless: :frozen?
  after_commit -> { notify }, on: :create
  delegate :plan, to: :account, prefix: false
  cattr_accessor :registry
  class_attribute :settings, default: {}

  with_options dependent: :destroy do
    has_many :likes
  end

  concerning :Search do
    def search; end
  end

  def local? = account.nil?

  private

  def check_email
    errors.add(:email) unless email.include?("@")
  end

  def normalize; end
end

class UsersController < ApplicationController
  before_action :authenticate, only: %i[show edit]
  rescue_from ActiveRecord::RecordNotFound, with: :missing
  helper_method :current_user, :signed_in?

  def index
    @users = User.active.page(params[:page])
    render json: @users
  end

  def show
    @user = find_user
  end

  private

  def missing = head(:not_found)
end
